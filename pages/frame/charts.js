// Plotly's own button saves a chart as PNG; one that saves it as SVG is put below it, in each chart's corner. On a phone
// both stand in a menu, which a button of three dots opens.
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
    const menu = png.cloneNode(true)
    menu.textContent = '⋯'
    menu.dataset.title = 'Save the chart'
    menu.setAttribute('aria-label', 'Save the chart')
    menu.setAttribute('aria-expanded', 'false')
    menu.classList.add('more')
    menu.addEventListener('click', () => {
        const open = menu.parentElement.classList.toggle('open')
        menu.setAttribute('aria-expanded', String(open))
    })
    png.before(menu)
}

const addAll = () => document.querySelectorAll(PNG).forEach(add)

// Once a frame: a chart that is drawn changes hundreds of times.
let due = false
const soon = () => {
    if (!due) requestAnimationFrame(() => { due = false; addAll() })
    due = true
}

new MutationObserver(soon).observe(document.body, { childList: true, subtree: true })
addAll()
