(() => {
    'use strict'
    const FONT = '"Source Sans Pro", "Source Sans 3", "Source Sans", system-ui, sans-serif'
    // Pixels across a page; a style shows them smaller.
    const PAPER = 650 / 0.8
    // The chart of the first page is lower there than elsewhere, so that all of it is on one of paper.
    const LEAD = 340
    const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
    const CONFIG = { responsive: true, displayModeBar: false, doubleClick: false, showTips: false }
    const charts = [...document.querySelectorAll('.chart')]
    const words = new Map(charts.map(chart => [chart, [...chart.childNodes]]))
    const dark = matchMedia('(prefers-color-scheme: dark)')
    let printing = false
    let figures = null

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

    const pen = document.createElement('canvas').getContext('2d')

    // Columns of a legend are as wide as its letters are in this font.
    const widen = (data, layout) => {
        const legend = { ...layout.template?.layout?.legend, ...layout.legend }
        if (legend.entrywidthmode !== 'pixels') return
        pen.font = `${legend.font?.size ?? 13}px ${FONT}`
        const widths = data.map(({ name }) => pen.measureText((name ?? '').replace(/<[^>]*>/g, '')).width)
        layout.legend = { ...layout.legend, entrywidth: Math.max(legend.entrywidth, Math.ceil(Math.max(...widths) + 4)) }
    }

    // Letters as the page has them, and none that changes the direction of reading.
    const settled = (key, value) => {
        if (key === 'family') return FONT
        return typeof value === 'string' ? value.replace(TURNS, '\ufffd') : value
    }

    const draw = chart => {
        const json = figures[chart.dataset.chart][dark.matches && !printing ? 'dark' : 'light']
        const { data, layout } = JSON.parse(json, settled)
        widen(data, layout)
        Object.assign(layout, printing ? { width: PAPER, autosize: false } : { autosize: true })
        const { height } = layout
        if (printing && chart.closest('.first')) layout.height = Math.min(height, Math.max(LEAD, 0.62 * height))
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
        if (figures && window.Plotly) charts.forEach(draw)
    }

    const begin = async () => {
        await Promise.all([load(), document.fonts.load(`13px ${FONT}`)])
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
