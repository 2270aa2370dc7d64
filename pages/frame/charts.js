// Plotly's own button saves a chart as PNG; one that saves it as SVG is put below it, in each chart's corner.
const PNG = '.modebar-btn[data-title="Download plot as a PNG"]'

const named = (button, format) => {
    const title = `Save the chart as ${format}`
    button.textContent = format
    button.dataset.title = title
    button.setAttribute('aria-label', title)
}

const add = png => {
    const svg = png.cloneNode(true)
    named(png, 'PNG')
    named(svg, 'SVG')
    svg.addEventListener('click', () => {
        const options = svg.closest('.js-plotly-plot')._context.toImageButtonOptions
        options.format = 'svg'
        png.click()
        options.format = 'png'
    })
    png.after(svg)
}

const addAll = () => document.querySelectorAll(PNG).forEach(add)

new MutationObserver(addAll).observe(document.body, { childList: true, subtree: true })
addAll()
