(() => {
    'use strict'
    const FONT = '"Source Sans 3", "Source Sans Pro", "Source Sans", system-ui, sans-serif'
    const PAPER = 650
    const CONFIG = { responsive: true, displayModeBar: false, doubleClick: false, showTips: false }
    const charts = [...document.querySelectorAll('.chart')]
    const words = new Map(charts.map(chart => [chart, [...chart.childNodes]]))
    const dark = matchMedia('(prefers-color-scheme: dark)')
    let printing = false

    let figures = {}

    const unpacked = async id => {
        const packed = document.getElementById(id)
        if (!packed) return null
        const bytes = Uint8Array.from(atob(packed.textContent), letter => letter.charCodeAt(0))
        return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text()
    }

    const load = async () => {
        const [charts, plotly] = await Promise.all([unpacked('charts'), unpacked('plotly')])
        figures = JSON.parse(charts)
        if (plotly === null) return
        // The file's own policy allows this very text, by its hash, as an inline script.
        const script = document.createElement('script')
        script.textContent = plotly
        document.head.append(script)
    }

    const draw = chart => {
        const json = figures[chart.dataset.chart][dark.matches && !printing ? 'dark' : 'light']
        const { data, layout } = JSON.parse(json, (key, value) => key === 'family' ? FONT : value)
        if (printing) Object.assign(layout, { width: PAPER, autosize: false })
        try {
            if (!chart.classList.contains('js-plotly-plot')) chart.replaceChildren()
            Plotly.react(chart, data, layout, CONFIG)
        } catch (error) {
            chart.classList.remove('js-plotly-plot')
            chart.replaceChildren(...words.get(chart))
        }
    }

    const print = begins => {
        if (printing === begins) return
        printing = begins
        for (const details of document.querySelectorAll('details:not(.long)')) {
            if (begins) details.dataset.before = details.open ? 'open' : ''
            details.open = begins || details.dataset.before === 'open'
        }
        if (window.Plotly) charts.forEach(draw)
    }

    const begin = async () => {
        await load()
        // One a task, so that the page can be read meanwhile.
        for (const chart of charts) {
            draw(chart)
            await new Promise(done => setTimeout(done))
        }
        dark.addEventListener('change', () => charts.forEach(draw))
        document.documentElement.dataset.drawn = 'true'
    }

    addEventListener('beforeprint', () => print(true))
    addEventListener('afterprint', () => print(false))
    matchMedia('print').addEventListener('change', event => print(event.matches))
    // Where nothing can be unpacked the words of each chart stay, and the tables behind them.
    begin().catch(() => {})
})()
