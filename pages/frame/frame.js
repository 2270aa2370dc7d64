// What a page does without the server: the panel of a phone, the way of the tab key, print, and saving a chart.
const NARROW = matchMedia('(max-width: 767px)')
const find = selector => document.querySelector(selector)
const panel = () => find('[data-testid="stSidebar"][data-collapsed="false"]')

const shown = selector => [...document.querySelectorAll(selector)].find(element => element.checkVisibility())
const FIRST = ['button', 'input', 'a', '[tabindex="0"]'].map(kind => `[data-testid="stSidebarContent"] ${kind}`).join()

const open = part => {
    document.documentElement.dataset.panel = part
    if (!panel()) find('[data-testid="stExpandSidebarButton"]')?.click()
    setTimeout(() => shown(FIRST)?.focus(), 100)
}

const close = () => {
    if (!NARROW.matches || !panel()) return
    find('[data-testid="stSidebarCollapseButton"] button')?.click()
    find(`.bar [value="${document.documentElement.dataset.panel}"]`)?.focus()
}

document.addEventListener('click', event => {
    const opener = event.target.closest('.bar button')
    if (opener?.ariaExpanded === 'true') close()
    else if (opener) open(opener.value)
    else if (event.target.closest('[data-testid="stSidebarNavLink"]')) close()
})
document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && event.target.closest('.stSidebar') && !event.defaultPrevented) close()
})

// The bar says which sample and which file are looked at; another one was just chosen in the panel.
let before = {}
const look = () => {
    const bar = find('.bar')
    if (!bar) return
    const now = { ...bar.dataset }
    if ((before.sample && now.sample && now.sample !== before.sample) || (now.file && now.file !== before.file)) close()
    before = now
    for (const opener of bar.children)
        opener.ariaExpanded = Boolean(panel() && document.documentElement.dataset.panel === opener.value)
}

// Tab goes from field to field. The help of a field comes and goes with F1, which screen readers are told.
const FIELD = 'input, textarea, button, [role="slider"], [role="combobox"]'
const helpOf = field => field.closest('.stElementContainer')?.querySelector('[data-testid="stWidgetLabel"] button')
const skip = help => {
    help.tabIndex = -1
    for (const field of help.closest('.stElementContainer').querySelectorAll(FIELD))
        if (field !== help) field.setAttribute('aria-keyshortcuts', 'F1')
}

let asked
document.addEventListener('keydown', event => {
    if (event.target === asked && ['F1', 'Escape'].includes(event.key)) {
        const label = asked.closest('.stElementContainer')
        ;[...label.querySelectorAll(FIELD)].find(field => field !== asked)?.focus()
        event.preventDefault()
    } else if (event.key === 'F1' && helpOf(event.target)) {
        asked = helpOf(event.target)
        asked.focus()
        event.preventDefault()
    }
})

// The key P presents the page, and ends that, wherever nobody types.
document.addEventListener('keydown', event => {
    const typing = event.target.closest?.('input, textarea, select, [contenteditable], [role="combobox"], [role="textbox"]')
    if (event.key !== 'p' || event.ctrlKey || event.metaKey || event.altKey || (typing && typing.type !== 'range')) return
    find('.st-key-present button')?.click()
})

// In a course digits answer, S shows the answer, the arrows turn the page, and Enter does what comes next.
document.addEventListener('keydown', event => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !find('.st-key-course')) return
    if (target.closest?.('input, textarea, select, [contenteditable], [role="slider"], [role="combobox"]')) return
    if (key === 'Enter' && target.closest?.('button, a, summary')) return
    const press = name => find(`.st-key-course_${name} button`)
    const button = /^[1-9]$/.test(key) ? press(`option_${key}`)
        : { s: press('show'), Enter: press('show') ?? press('next'), ArrowRight: press('next'), ArrowLeft: press('back') }[key]
    if (!button) return
    event.preventDefault()
    if (!event.repeat) button.click()
})

// Charts are drawn for the theme of the system: another one asks for the page again, as Streamlit's key R does.
const again = () => {
    for (const way of ['keydown', 'keyup'])
        document.dispatchEvent(new KeyboardEvent(way, { key: 'r', code: 'KeyR', keyCode: 82, which: 82, bubbles: true }))
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTimeout(again, 100))

// Help that lies over a field goes as soon as somebody types.
document.addEventListener('input', () => { document.documentElement.dataset.typing = '' })
for (const event of ['pointermove', 'focusin'])
    document.addEventListener(event, () => { delete document.documentElement.dataset.typing })

// The button that chose a file goes once the file is there: the focus stays in its box.
let uploading = false
for (const event of ['focusin', 'pointerdown'])
    document.addEventListener(event, ({ target }) => { uploading = Boolean(target.closest('.stFileUploader')) })
const stay = () => {
    if (uploading && document.activeElement === document.body) find('.stFileUploader button:not([tabindex])')?.focus()
}

// The card of a file folds up once it is confirmed or put away: the answer is then at the top of the screen.
let folding = false
document.addEventListener('click', ({ target }) => {
    if (target.closest('.st-key-data_card_confirm, .st-key-data_card_away')) folding = true
})
const rise = () => {
    const change = find('.st-key-data_card_change button')
    if (!folding || !change || find('.st-key-data_card_away')) return
    folding = false
    find('[data-testid="stMain"]')?.scrollTo({ top: 0 })
    change.focus({ preventScroll: true })
}

// On paper a chart of the dark theme has the colours of the light one; of a mixed colour the lightness is turned round.
let dark = []
const turned = ink => {
    const parts = ink.split(', ').map(Number)
    return parts.map(part => part + 255 - Math.max(...parts) - Math.min(...parts)).join(', ')
}
const lighten = () => {
    const inks = find('.inks') && JSON.parse(find('.inks').dataset.inks)
    // A browser may ask twice before it prints: what is light by then must not be taken for what it was.
    darken()
    for (const { style } of inks ? document.querySelectorAll('.main-svg [style*="rgb"]') : [])
        for (const name of style) {
            const was = style.getPropertyValue(name)
            const light = was.replace(/(?<=rgba?\()\d+, \d+, \d+/g, ink => inks[ink] ?? turned(ink))
            if (light === was) continue
            style.setProperty(name, light)
            dark.push([style, name, was, style.getPropertyValue(name)])
        }
}
// What was drawn anew in between has its own colours.
const darken = () => {
    for (const [style, name, was, light] of dark)
        if (style.getPropertyValue(name) === light) style.setProperty(name, was)
    dark = []
}
addEventListener('beforeprint', lighten)
addEventListener('afterprint', darken)

// A chart keeps the width it has on the screen, and paper is narrower: a view box lets it shrink.
addEventListener('beforeprint', () => document.querySelectorAll('.main-svg').forEach(svg => {
    const [width, height] = [svg.getAttribute('width'), svg.getAttribute('height')]
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
    svg.parentElement.style.setProperty('--wide', `${width}px`)
    svg.parentElement.style.setProperty('--shape', `${width} / ${height}`)
}))
addEventListener('afterprint', () => document.querySelectorAll('.main-svg').forEach(svg => svg.removeAttribute('viewBox')))

// Plotly's own button saves a chart as PNG; one that saves it as SVG is put below it, in each chart's corner. On a phone
// both stand in a menu, which a button of three dots opens.
const PNG = '.modebar-btn[data-title="Download plot as a PNG"]'

const named = (button, format) => {
    const title = `Save the chart as ${format}`
    button.textContent = format
    button.dataset.title = title
    button.setAttribute('aria-label', title)
}

const addFormats = png => {
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

// On a phone Streamlit puts sections between the entries of the menu's list, which screen readers then lose.
const list = entries => {
    entries.role = 'none'
    for (const section of entries.querySelectorAll(':scope > div')) {
        section.role = 'list'
        section.ariaLabel = section.firstElementChild.querySelector('p').textContent
        section.firstElementChild.ariaHidden = 'true'
    }
}

const mend = () => {
    document.querySelectorAll('[data-testid="stSidebarNavItems"]:not([role])').forEach(list)
    document.querySelectorAll(PNG).forEach(addFormats)
    look()
    stay()
    rise()
    document.querySelectorAll('[data-testid="stWidgetLabel"] button:not([tabindex])').forEach(skip)
    for (const box of document.querySelectorAll('[data-testid="stMarkdownContainer"]:has(> table)'))
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
        else box.removeAttribute('tabindex')
}

// A page that is drawn changes hundreds of times, and each look at a width makes the browser lay it out: once a frame.
let due = false
const soon = () => {
    if (!due) requestAnimationFrame(() => { due = false; mend() })
    due = true
}

new MutationObserver(soon).observe(document.documentElement, {
    childList: true, subtree: true, attributeFilter: ['data-file', 'data-sample', 'data-collapsed', 'data-panel', 'width'],
})
mend()
