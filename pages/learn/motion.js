// What moves in a course: cards that are drawn, and a threshold under the hand. A box of the class "motion" says by its
// data what is drawn and in which colours; the numbers are computed elsewhere. Whoever wants less motion sees the ends.
if (!window.motions) {
    const states = window.motions = new Map()
    const calm = matchMedia('(prefers-reduced-motion: reduce)')

    const element = (name, given = {}, ...children) => {
        const made = Object.assign(document.createElement(name), given)
        made.append(...children)
        return made
    }
    const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize)
    const font = (size, weight = 400) => `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
    const text = (pen, words, x, y, colour, size = 13, align = 'left', weight = 400) => {
        Object.assign(pen, { fillStyle: colour, font: font(size, weight), textAlign: align, textBaseline: 'middle' })
        pen.fillText(words, x, y)
    }
    const line = (pen, points, colour, width = 2, dash = []) => {
        pen.beginPath()
        points.forEach(([x, y], place) => (place ? pen.lineTo(x, y) : pen.moveTo(x, y)))
        Object.assign(pen, { strokeStyle: colour, lineWidth: width })
        pen.setLineDash(dash)
        pen.stroke()
        pen.setLineDash([])
    }

    // A canvas as large as its place, drawn anew when that changes, and in `controls` what steers it.
    const stage = (box, scene, paint) => {
        const canvas = element('canvas', { role: 'img', ariaLabel: box.dataset.words })
        const said = element('p', { className: 'motion_said', ariaLive: 'polite' })
        const controls = element('div', { className: 'motion_controls' })
        box.replaceChildren(canvas, controls, said)
        const draw = () => {
            const { clientWidth: width, clientHeight: height } = canvas
            if (!width || !height) return
            canvas.width = width * devicePixelRatio
            canvas.height = height * devicePixelRatio
            const pen = canvas.getContext('2d')
            pen.scale(devicePixelRatio, devicePixelRatio)
            paint(pen, width, height)
        }
        new ResizeObserver(draw).observe(canvas)
        return { draw, said, controls }
    }

    const easing = part => 1 - (1 - part) ** 3

    // Cards: `draws` has which are drawn, in turn; below them a bar for each number of positives, and their mean so far.
    const cards = (box, scene, state) => {
        const { total, positives, draws, colours, expected, ends } = scene
        const size = draws[0].length
        state.at ??= 0
        state.goal ??= 0
        const found = draws.map(draw => draw.filter(card => card < positives).length)
        const paint = (pen, width, height) => {
            const unit = Math.min(width / 40, 15), large = height > 320
            const across = total > 40 ? 20 : 10, rows = Math.ceil(total / across)
            const step = Math.min(width / across, (height * 0.5) / rows, 62)
            const left = (width - step * across) / 2, lift = Math.min(6, step / 6)
            const done = Math.floor(state.at / size), within = state.at - done * size
            const shown = within || !done ? done : done - 1
            const drawn = new Map((draws[shown] ?? []).map((card, place) => [card, place]))
            const reached = within || (done ? size : 0)
            for (let card = 0; card < total; card++) {
                const place = drawn.get(card)
                const out = place === undefined ? 0 : easing(Math.max(0, Math.min(1, reached - place)))
                const x = left + (card % across) * step + 2, y = lift + Math.floor(card / across) * step + 2 - lift * out
                const positive = card < positives
                const colour = positive ? colours.positive : colours.negative
                pen.globalAlpha = 0.35 + 0.65 * out
                pen.beginPath()
                pen.roundRect(x, y, step - 5, step - 5 - lift, 4)
                Object.assign(pen, { fillStyle: colour, strokeStyle: colours.text, lineWidth: 2 })
                pen.fill()
                if (out > 0.5) pen.stroke()
                pen.globalAlpha = 1
                text(pen, positive ? '+' : '−', x + (step - 5) / 2, y + (step - 4 - lift) / 2, out > 0.5 ? colours.sign : colours.text, Math.max(12, step / 2.6), 'center', 700)
            }
            const top = rows * step + 2 * lift + 22, bottom = height - 22, letters = large ? 0.93 * rem() : 12
            const middle = width * 0.48
            const counts = new Map()
            found.slice(0, done).forEach(number => counts.set(number, (counts.get(number) ?? 0) + 1))
            const most = Math.max(5, ...counts.values()), wide = (middle - 8) / (ends[1] - ends[0] + 1)
            text(pen, 'positives in a draw', 0, top - 12, colours.text, letters)
            line(pen, [[0, bottom], [middle - 8, bottom]], colours.muted, 1)
            for (let number = ends[0]; number <= ends[1]; number++) {
                const x = (number - ends[0]) * wide, high = ((counts.get(number) ?? 0) / most) * (bottom - top)
                pen.fillStyle = colours.positive
                pen.fillRect(x + 1, bottom - high, wide - 2, high)
                text(pen, String(number), x + wide / 2, bottom + 11, colours.text, letters, 'center')
            }
            const start = middle + 3 * unit, right = width - 6
            const up = number => bottom - ((number - ends[0]) / (ends[1] - ends[0])) * (bottom - top)
            const along = draw => start + (draw / draws.length) * (right - start)
            text(pen, 'mean of the draws so far', start, top - 12, colours.text, letters)
            line(pen, [[start, top], [start, bottom], [right, bottom]], colours.muted, 1)
            for (const number of ends) text(pen, String(number), start - 5, up(number), colours.text, letters, 'right')
            text(pen, `${draws.length} draws`, right, bottom + 11, colours.text, letters, 'right')
            if (expected !== null) {
                line(pen, [[start, up(expected)], [right, up(expected)]], colours.chance, 2, [7, 5])
                text(pen, `expected: ${expected}`, right, up(expected) - 10, colours.text, letters, 'right')
            }
            let sum = 0
            const means = found.slice(0, done).map((number, draw) => [along(draw + 1), up((sum += number) / (draw + 1))])
            if (means.length > 1) line(pen, means, colours.positive, 2.5)
            if (means.length) {
                pen.beginPath()
                pen.arc(...means.at(-1), 4, 0, 7)
                Object.assign(pen, { fillStyle: colours.positive }).fill()
            }
        }
        const { draw, said, controls } = stage(box, scene, paint)
        const tell = () => {
            const done = Math.floor(state.at / size)
            const mean = found.slice(0, done).reduce((sum, number) => sum + number, 0) / done
            said.textContent = done
                ? `Draw ${done}: ${found[done - 1]} of ${size} are positive. Mean so far: ${mean.toFixed(2)}.`
                : `${size} of the ${total} cards are drawn; + is positive.`
        }
        let last = 0, running = false
        const frame = now => {
            if (!box.isConnected) return (running = false)
            const left = state.goal - state.at
            const pace = Math.max(size, state.goal - state.from) / (state.goal - state.from > size ? 3000 : 1200)
            state.at = Math.min(state.goal, state.at + Math.min(50, now - last) * pace)
            last = now
            draw()
            if (left > 0) return requestAnimationFrame(frame)
            running = false
            tell()
        }
        const go = number => {
            const limit = draws.length * size
            state.from = state.at
            state.goal = Math.min(limit, (Math.floor(state.at / size) + number) * size)
            if (calm.matches) {
                state.at = state.goal
                draw()
                return tell()
            }
            last = performance.now()
            if (!running) requestAnimationFrame(frame)
            running = true
        }
        const again = () => {
            state.at = state.goal = 0
            draw()
            tell()
        }
        for (const [words, act] of [['Draw', () => go(1)], ['Draw 20 times', () => go(20)], ['Start again', again]])
            controls.append(element('button', { type: 'button', textContent: words, onclick: act }))
        // A draw that was under way when the page was drawn anew is at its end.
        state.at = state.goal
        tell()
    }

    // A threshold under the hand: both densities, and of the ROC what thresholds from the highest down to it have drawn.
    const hand = (box, scene, state) => {
        const { x, positive, negative, tpr, fpr, colours, names } = scene
        state.at ??= scene.start
        const paint = (pen, width, height) => {
            const letters = height > 320 ? 0.93 * rem() : 12, bottom = height - 20, gap = 26
            const square = Math.min(width * 0.46, height - 34)
            const across = width - square - gap, top = 18
            const high = Math.max(...positive, ...negative)
            const place = value => ((value - x[0]) / (x.at(-1) - x[0])) * across
            const up = value => bottom - (value / high) * (bottom - top)
            for (const [density, colour, dash, from] of [[negative, colours.negative, [7, 4], 0], [positive, colours.positive, [], 1]]) {
                const points = density.map((value, at) => [place(x[at]), up(value)])
                const right = points.slice(state.at)
                if (right.length > 1) {
                    pen.globalAlpha = 0.3
                    pen.fillStyle = colour
                    pen.beginPath()
                    pen.moveTo(right[0][0], bottom)
                    right.forEach(point => pen.lineTo(...point))
                    pen.lineTo(right.at(-1)[0], bottom)
                    pen.fill()
                    pen.globalAlpha = 1
                }
                line(pen, points, colour, 2.5, dash)
                text(pen, names[from], from ? across : 0, 9, colours.text, letters, from ? 'right' : 'left', 600)
                line(pen, from ? [[across - 40, 18], [across, 18]] : [[0, 18], [40, 18]], colour, 3, dash)
            }
            line(pen, [[0, bottom], [across, bottom]], colours.muted, 1)
            const cut = place(x[state.at])
            line(pen, [[cut, top + 6], [cut, bottom]], colours.text, 2)
            text(pen, 'threshold', Math.max(28, Math.min(across - 28, cut)), bottom + 11, colours.text, letters, 'center')
            const left = width - square, low = top + square - 6
            const flat = value => left + value * (square - 6), tall = value => low - value * (square - 8)
            line(pen, [[left, tall(1)], [left, low], [flat(1), low]], colours.muted, 1)
            line(pen, [[left, low], [flat(1), tall(1)]], colours.chance, 1.5, [5, 5])
            const curve = tpr.map((value, at) => [flat(fpr[at]), tall(value)]).slice(state.at)
            line(pen, curve, colours.positive, 2.5)
            pen.beginPath()
            pen.arc(...curve[0], 5, 0, 7)
            Object.assign(pen, { fillStyle: colours.text }).fill()
            text(pen, 'false positive rate', flat(0.5), low + 12, colours.text, letters, 'center')
            pen.save()
            pen.translate(left - 10, tall(0.5))
            pen.rotate(-Math.PI / 2)
            text(pen, 'true positive rate', 0, 0, colours.text, letters, 'center')
            pen.restore()
        }
        const { draw, said, controls } = stage(box, scene, paint)
        const slider = element('input', {
            type: 'range', min: 0, max: x.length - 1, step: 1, value: state.at, ariaLabel: 'Threshold',
        })
        const percent = share => `${(100 * share).toFixed(0)} %`
        const move = at => {
            state.at = at
            slider.value = at
            const words = `Threshold ${x[at].toFixed(2)}: ${percent(tpr[at])} of the positives and ${percent(fpr[at])} of the negatives lie above it.`
            slider.setAttribute('aria-valuetext', words)
            said.textContent = words
            draw()
        }
        slider.addEventListener('input', () => move(Number(slider.value)))
        let running = false
        const sweep = () => {
            if (running || calm.matches) return calm.matches && move(0)
            running = true
            const begun = performance.now()
            const frame = now => {
                const part = Math.min(1, (now - begun) / 3500)
                if (box.isConnected) move(Math.round((1 - part) * (x.length - 1)))
                running = part < 1 && box.isConnected
                if (running) requestAnimationFrame(frame)
            }
            requestAnimationFrame(frame)
        }
        controls.append(slider, element('button', { type: 'button', textContent: 'Sweep', onclick: sweep }))
        move(state.at)
    }

    const kinds = { cards, hand }
    const begin = box => {
        const { kind, scene, name } = box.dataset
        box.dataset.begun = ''
        if (!states.has(name)) states.set(name, {})
        kinds[kind](box, JSON.parse(scene), states.get(name))
    }
    const look = () => document.querySelectorAll('.motion:not([data-begun])').forEach(begin)
    new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true })
    look()
}
