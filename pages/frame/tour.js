// The tour for first-time visitors: a card beside what it explains, which is outlined. That it was offered is kept in
// the browser and sent nowhere. This runs before the page is drawn, so that an offer moves nothing when it appears.
{
    const root = document.documentElement
    const find = selector => document.querySelector(selector)
    const VISIBLE = { visibilityProperty: true }
    const seen = selector => [...document.querySelectorAll(selector)].find(
        element => element.checkVisibility(VISIBLE) && element.getBoundingClientRect().width)

    // Each stop: its title, and in which places it may stand; the first place that is seen counts, with its text.
    const STOPS = [
        ['The data', [
            [['.bar [value="data"]'], 'Data opens the panel where you choose the data of all pages: a sample, a file of '
                + 'predictions, or numbers that you type. The positive class and the threshold are set there too.'],
            [['.stSidebar[data-collapsed="false"]'], 'Here you choose the data of all pages: a sample, a file of '
                + 'predictions, or numbers that you type. The positive class and the threshold are set here too.'],
            [['[data-testid="stExpandSidebarButton"]'], 'The arrows open the sidebar, where you choose the data of all '
                + 'pages: a sample, a file of predictions, or numbers that you type. The positive class and the threshold '
                + 'are set there too.'],
            [['.st-key-start_ways'], 'There are three ways to start: drop a file of predictions, type numbers, or open '
                + 'an example. All pages then use these data.'],
        ]],
        ['The answer', [
            [['.st-key-verdict_answer'], 'Each page asks one question. The first line answers it, and the lines below '
                + 'give the reason.'],
            [['.st-key-start_answer'], 'Each page asks one question, answers it in a line, and gives the reason. Here '
                + 'the question is whether a model of loans is good.'],
        ]],
        ['The chart', [
            [['.stMain .stPlotlyChart', '.st-key-worth_knowing'], 'The chart shows the answer at a glance: a tick is '
                + 'chance, a dot is the model. “Worth knowing” lists what is easily misread in these numbers.'],
            [['.stMain .stPlotlyChart'], 'The chart shows the answer at a glance. On the other pages, “Worth knowing” lists '
                + 'what is easily misread in the numbers.'],
        ]],
        ['Other questions, and the report', [
            [['.bar [value="pages"]'], 'Pages opens the menu of all questions. “Add to report”, at the end of a page, '
                + 'collects its answer. Report makes one file of what you collected.'],
            [['[data-testid="stTopNav"]'], 'The menu has the other questions. “Add to report”, at the end of a page, '
                + 'collects its answer. Report makes one file of what you collected.'],
        ]],
    ]

    // A browser may refuse to keep anything: then the tour is offered at each visit.
    const recall = store => { try { return window[store].getItem('tour') } catch { return null } }
    const keep = (store, word) => { try { window[store].setItem('tour', word) } catch { /* refused */ } }

    // It is offered until it is answered, on the first visit alone, which lasts as long as its tab.
    if (!recall('localStorage') || recall('sessionStorage') === 'offered') {
        root.dataset.tour = 'offered'
        const watch = new MutationObserver(() => {
            if (!find('.tour_offer')) return
            for (const store of ['localStorage', 'sessionStorage']) keep(store, 'offered')
            watch.disconnect()
        })
        watch.observe(root, { childList: true, subtree: true })
    }
    const answered = () => {
        if (root.dataset.tour) root.dataset.tour = 'answered'
        for (const store of ['localStorage', 'sessionStorage']) keep(store, 'answered')
    }

    const GAP = 12, EDGE = 8, AROUND = 6
    const element = (name, given = {}, ...children) => {
        const made = Object.assign(document.createElement(name), given)
        made.append(...children)
        return made
    }
    const title = element('h2', { id: 'tour_title' })
    const text = element('p', { id: 'tour_text' })
    const count = element('span')
    const button = (name, press) => {
        const made = element('button', { type: 'button', textContent: name })
        made.addEventListener('click', press)
        return made
    }
    const skip = button('Skip', () => end())
    const back = button('Back', () => go(at - 1))
    const next = button('Next', () => go(at + 1))
    const card = element('section', { className: 'tour', role: 'dialog' },
        element('div', { ariaLive: 'polite' }, title, text),
        element('div', { className: 'tour_turning' }, count, skip, back, next))
    card.setAttribute('aria-labelledby', title.id)
    card.setAttribute('aria-describedby', text.id)
    const rings = [0, 1].map(() => element('div', { className: 'tour_ring' }))

    let at, before, scrolled

    const go = stop => {
        if (stop >= STOPS.length) return end()
        at = Math.max(stop, 0)
        scrolled = false
        title.textContent = STOPS[at][0]
        text.textContent = ''
        count.textContent = `${at + 1} of ${STOPS.length}`
        back.disabled = at === 0
        skip.hidden = at === STOPS.length - 1
        next.textContent = skip.hidden ? 'Done' : 'Next'
        follow()
        if (!card.contains(document.activeElement) || document.activeElement.disabled || document.activeElement.hidden)
            next.focus({ preventScroll: true })
    }

    // Where a page of the tour is: elsewhere, and while a page is presented, there is nothing to show.
    const here = () => location.pathname === '/' && !find('.st-key-present_end')

    const begin = () => {
        if (card.isConnected) return
        before = document.activeElement
        answered()
        const arrive = () => {
            if (!here()) return requestAnimationFrame(arrive)
            document.body.append(...rings, card)
            go(0)
            const step = () => {
                if (!card.isConnected) return
                if (here()) follow()
                else end()
                requestAnimationFrame(step)
            }
            step()
        }
        arrive()
    }

    const end = () => {
        const held = card.contains(document.activeElement) || document.activeElement === document.body
        for (const part of [...rings, card]) part.remove()
        if (!held) return
        const old = before !== document.body && before?.checkVisibility(VISIBLE) ? before : null
        ;(old ?? seen('.tour_told') ?? find('[data-testid="stMain"]'))?.focus({ preventScroll: true })
    }

    // Streamlit replaces elements while it draws: each frame looks them up anew.
    const follow = () => {
        const places = STOPS[at][1]
        const [selectors, words] = places.find(([selectors]) => selectors.every(seen)) ?? [[], text.textContent || places.at(-1)[1]]
        if (text.textContent !== words) text.textContent = words
        const { color, backgroundColor, colorScheme } = getComputedStyle(find('.stApp') ?? document.body)
        for (const part of [card, ...rings]) Object.assign(part.style, { color, colorScheme })
        card.style.backgroundColor = backgroundColor
        const targets = selectors.map(seen)
        if (targets.length && !scrolled) show(targets[0])
        const boxes = targets.map(outlined)
        rings.forEach((ring, place) => {
            const box = boxes[place]
            ring.hidden = !box || box.bottom <= box.top
            if (box) Object.assign(ring.style, {
                left: `${box.left}px`, top: `${box.top}px`,
                width: `${box.right - box.left}px`, height: `${box.bottom - box.top}px`,
            })
        })
        const [left, top] = beside(boxes)
        Object.assign(card.style, { left: `${left}px`, top: `${top}px` })
    }

    // Below the header, or the bar of a phone.
    const ceiling = () => (seen('.bar') ?? find('[data-testid="stHeader"]'))?.getBoundingClientRect().bottom ?? 0

    // What scrolls with the page; the bar of a phone stands in the page, too, and does not.
    const scroller = target => target.closest('.bar') ? null : target.closest('[data-testid="stMain"]')

    // Scrolls so that the card finds room below what it explains.
    const show = target => {
        scrolled = true
        const { top, bottom } = target.getBoundingClientRect()
        const fits = top >= ceiling() + EDGE && bottom + GAP + card.offsetHeight + EDGE <= innerHeight
        if (!fits) scroller(target)?.scrollBy({ top: top - ceiling() - GAP, behavior: 'instant' })
    }

    const outlined = target => {
        const { left, top, right, bottom } = target.getBoundingClientRect()
        const least = scroller(target) ? ceiling() : 2
        return {
            left: Math.max(left - AROUND, 2), top: Math.max(top - AROUND, least),
            right: Math.min(right + AROUND, innerWidth - 2), bottom: Math.min(bottom + AROUND, innerHeight - 2),
        }
    }

    // Right of it, below, above or left of it; where none has room, in the lower right corner.
    const beside = boxes => {
        const { offsetWidth: width, offsetHeight: height } = card
        const right = innerWidth - width - EDGE, low = innerHeight - height - EDGE
        const within = (place, most) => Math.min(Math.max(place, EDGE), most)
        const free = ([left, top]) => left >= EDGE && left <= right && top >= EDGE && top <= low && boxes.every(box =>
            left >= box.right || left + width <= box.left || top >= box.bottom || top + height <= box.top)
        const [box] = boxes
        const level = box && Math.min(Math.max(box.top, ceiling() + EDGE), low)
        const tried = box ? [
            [box.right + GAP, level], [within(box.left, right), box.bottom + GAP],
            [within(box.left, right), box.top - GAP - height], [box.left - GAP - width, level],
        ] : []
        return tried.find(free) ?? [right, low]
    }

    document.addEventListener('click', event => {
        if (location.pathname !== '/' && root.dataset.tour === 'answered') delete root.dataset.tour
        const offer = event.target.closest('.tour_offer button')
        const again = event.target.closest('.st-key-tour_again a') && !event.ctrlKey && !event.metaKey && !event.shiftKey
        if (offer?.value === 'show' || again) begin()
        else if (offer) {
            answered()
            find('.tour_told').focus({ preventScroll: true })
        }
    })

    // The arrows turn unless something else of the page has the focus; Escape skips unless that is a field or a list.
    const OWN_ESCAPE = 'input, textarea, select, [contenteditable], [role="combobox"], [aria-expanded="true"], .stSidebar'
    document.addEventListener('keydown', event => {
        const { key, target } = event
        if (!card.isConnected || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
        const free = card.contains(target) || target === document.body || target.dataset.testid === 'stMain'
        if (key === 'Escape' && !target.closest(OWN_ESCAPE)) end()
        else if (free && key === 'ArrowRight' && at < STOPS.length - 1) go(at + 1)
        else if (free && key === 'ArrowLeft') go(at - 1)
        else return
        event.preventDefault()
    })
}
