"""The looks of every page that the theme cannot set: on a screen, on a phone, and on paper."""

import json
from datetime import date
from html import escape

from ddcore import __version__
from ddcore.figures.theme import THEMES, inks

NAME = "What chance would score"

STYLE = """<style>
/* The wide layout has no limit: on a large screen charts use the width, and lines stay short enough to read. */
.stMainBlockContainer { max-width: 112rem; margin-inline: auto; }
[data-testid="stMarkdownContainer"] :is(p, li), [data-testid="stHeadingWithActionElements"] { max-width: 60rem; }

/* No last line of a single word. */
@media (min-width: 768px) { .stMain :is(h1, h2) { text-wrap-style: balance; } }
[data-testid="stMarkdownContainer"] :is(p, li) { text-wrap-style: pretty; }
/* A formula in a sentence stays in one piece. */
.st-key-worth_knowing code { white-space: nowrap; }

/* At a projector the space above the title and beside the charts is missed by the charts. */
@media (min-width: 768px) {
    .stMainBlockContainer { padding: 2.5rem 2.5rem 4rem; }
    .stMainBlockContainer h1 { padding-block: 0 0.75rem; }
}

/* Streamlit's own grey for captions has a contrast of 4.2 on white; 4.5 is the least for small text. */
[data-testid="stCaptionContainer"] { color: inherit; opacity: 0.75; }

/* Streamlit writes white on the accent, which has a contrast of 2.2 in the dark theme. */
[data-testid="stMultiSelectTagsContainer"] > span > span {
    background: color-mix(in srgb, currentColor 12%, transparent); color: inherit;
}
[data-testid="stMultiSelectTagsContainer"] > span > span * { color: inherit; }

/* On a phone several measures and the button beside them have a line of their own. */
[data-testid="stLayoutWrapper"]:has(> [class*="st-key-several_"]) { min-width: min(18rem, 100%); }

/* White letters on the light blue that a main button has in the dark theme would be too faint. */
[data-testid="stBaseButton-primary"]:enabled * { color: light-dark(#FFFFFF, #12171E) !important; }

/* In a narrow place, as on a phone, the small tables would be wider than it. */
[data-testid="stMarkdownContainer"]:has(> table) { container-type: inline-size; }
@container (max-width: 440px) {
    [data-testid="stMarkdownContainer"] :is(td, th) { padding: 0.3rem; font-size: 0.875rem; }
    [data-testid="stMarkdownContainer"] th { max-width: 7.5rem; overflow-wrap: break-word; }
    [data-testid="stMarkdownContainer"] :is(td, th):first-child { overflow-wrap: anywhere; min-width: 5rem; }
}

/* On a phone the boxes of a file's card would stand one below another. */
@media (max-width: 640px) {
    .st-key-card [data-testid="stColumn"] { min-width: calc(50% - 1rem); }
    [class*="st-key-card_question"] [data-testid="stColumn"] { min-width: 100%; }
}

/* Where the server does not answer, Streamlit tells its visitors to restart it in a terminal. They have none. */
[role="dialog"] div:has(> [data-testid="stErrorCodeBlock"]) > * { display: none; }
[role="dialog"] div:has(> [data-testid="stErrorCodeBlock"])::after { content:
    "The server does not answer. This page goes on as soon as it does. What you chose stands in the link; a file has "
    "to be dropped again. If the dashboard runs on your own machine, start it again there."; }

/* The buttons that save a chart have words and stand in its right margin; an element that is a script takes no room. */
.js-plotly-plot .plotly .modebar { right: 0; align-items: flex-end; }
.js-plotly-plot .plotly .modebar-group { padding: 0; text-align: right; }
.js-plotly-plot .plotly .modebar-btn {
    color: inherit; opacity: 0.75; font: 600 11px/1 "Source Sans", sans-serif; padding: 4px 0; min-width: 24px;
}
.js-plotly-plot .plotly .modebar-btn:is(:hover, :focus-visible) { opacity: 1; text-decoration: underline; }
@media (min-width: 768px) { .js-plotly-plot .plotly .modebar-btn.more { display: none !important; } }
@media (max-width: 767px) {
    .js-plotly-plot .plotly .modebar-btn.more { font-size: 18px; min-height: 24px; }
    .js-plotly-plot .plotly .modebar-group:not(.open) .modebar-btn:not(.more) { display: none !important; }
    .js-plotly-plot .plotly .modebar-group.open {
        background: Canvas; border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
        border-radius: 0.5rem; padding: 0 0.5rem 0.5rem;
    }
}
.stElementContainer:has(> .stHtml > script) { display: none; }

/* A table's own download writes names as they are, and a spreadsheet would run one that starts with "=". Ours not. */
[data-testid="stElementToolbarButton"]:has([aria-label^="Download as CSV"]) { display: none; }

/* On a phone a bar in the place of the header opens the panel at the data or at the pages. */
.bar { display: none; }
@media (max-width: 767px) {
    /* The first screen has question, answer and chart: headings and gaps are smaller than Streamlit's. */
    .stMainBlockContainer { padding-top: 4.35rem; }
    .stMainBlockContainer h1 { padding-block: 0 0.9rem; font-size: 1.6rem; }
    .stMainBlockContainer h2 { padding-block: 0 0.9rem; font-size: 1.25rem; }
    .stMainBlockContainer h3 { padding-block: 0.35rem 1rem; }
    .stMainBlockContainer :is(.stVerticalBlock, .stHorizontalBlock) { gap: 0.65rem; }
    .st-key-next > :first-child { flex-basis: 100%; }
    .stMain [data-testid="stButtonGroup"] [kind^="segmented"] { padding-inline: 0.7rem; }
    .bar { display: flex; gap: 0.5rem; position: fixed; inset: 0 0 auto; z-index: 1000000; padding: 0.45rem 1rem; }
    .bar button { flex: 1; min-height: 2.85rem; font: inherit; font-weight: 600; color: inherit; cursor: pointer;
        background: color-mix(in srgb, currentColor 8%, transparent); border-radius: 0.5rem;
        border: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
    .bar button[aria-expanded="true"] { border: 2px solid currentColor; }
    .bar button[aria-expanded="true"]::after { content: " ×" / ""; }
    body:not(:has(.st-key-data_kind)) .bar [value="data"] { display: none; }
    .stSidebar { width: 100% !important; min-width: 100% !important; padding-top: 3.75rem; }
    .stSidebar[data-collapsed="true"] { transform: translateX(-100%) !important; visibility: hidden; }
    [data-testid="stSidebarHeader"] { display: none; }
    .stElementContainer:has(> .stHtml > .bar) { position: absolute; inset: 0 auto auto 0; width: 0; }
    [data-testid="stExpandSidebarButton"] { display: none; }
    [data-testid="stHeader"] [data-testid="stHeaderLogo"] { display: none; }
    /* What the bar did not ask for is not in the panel. */
    [data-panel="data"] .stSidebar :is([data-testid="stSidebarNav"], [data-testid="stSidebarNavSeparator"]),
    [data-panel="pages"] [data-testid="stSidebarUserContent"] { display: none; }
}

/* What comes next begins where "Next:" begins, on every line; a long question goes on in the next line. */
.st-key-next { align-items: baseline; column-gap: 1.5rem; row-gap: 0.5rem; }
.stMain [data-testid="stPageLink-NavLink"] :is(span, div, p) { white-space: normal; }
.st-key-next [data-testid="stPageLink-NavLink"] { padding-inline: 0; }

:is(.st-key-take_away, [class*="st-key-question_"]) [data-testid="stPageLink-NavLink"] { padding-inline: 0; }

/* The menu lists pages without a section first; the report and the list of all questions come last. */
:is([data-testid="stTopNav"], [data-testid="stSidebarNavItems"]) > :has([href$="/report"], [href$="/questions"]) {
    order: 9 !important;
}
/* Four ways to data in one row. */
.st-key-data_kind [role="radiogroup"]:has(> :nth-child(4)) > button { padding-inline: 0.42rem; }
[data-testid="stSidebarNavItems"] { display: flex; flex-direction: column; }
/* On a phone all sections are open. */
[data-testid="stNavSectionHeader"] { pointer-events: none; }
[data-testid="stNavSectionHeader"] [data-testid="stIconMaterial"] { display: none; }

/* A row of the report has signs on its buttons, and their words for screen readers and under the mouse. */
[class*="st-key-report_row_"] .stButton [data-testid="stMarkdownContainer"] {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.st-key-report_preview iframe { border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
    border-radius: 0.5rem; }
@media (max-width: 640px) { .st-key-report_preview iframe { height: 75vh !important; } }

/* A table wider than its place scrolls there. */
[data-testid="stMarkdownContainer"]:has(> table) { overflow-x: auto; }

/* The input of a slider is for screen readers and keys alone, and would be wider than a phone. */
.stSlider input { width: 1px; }
/* The ends of a slider appear below it where the mouse is; half faded in they are too faint to read. */
[data-testid="stSliderTickBar"] { transition: none; }
[data-testid="stSliderTickBar"] p { color: inherit; opacity: 1; }

/* Streamlit leaves out the border of a button beside the pressed one, which may stand in another row. */
[data-testid="stButtonGroup"] [kind$="control"]:is([kind$="Active"] + *, :has(+ [kind$="Active"])) {
    border-color: color-mix(in srgb, currentColor 20%, transparent) !important;
}

/* What is longer than its box ends in dots. */
:is(.stSelectbox, .stNumberInput) input { text-overflow: ellipsis; }

/* Help goes as soon as somebody types: it may lie over the field. */
[data-typing] [data-testid="stTooltipContent"] { display: none; }

/* The tour: a line that offers it to whoever was not asked before, its card, and what it outlines. */
.stElementContainer:has(> .stHtml > [hidden]), html:not([data-tour]) .stElementContainer:has(> .stHtml > .tour_offer) {
    display: none;
}
/* Once it is answered another line stands in its place: nothing moves. */
.tour_offer { display: grid; align-items: center; }
.tour_offer > * { grid-area: 1 / 1; }
[data-tour="answered"] .tour_offer > div, [data-tour="offered"] .tour_told { visibility: hidden; }
.tour_offer > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 0.75rem; }
.tour_offer p { margin: 0; outline: none; }
.tour_offer button, .tour button {
    font: inherit; font-weight: 600; color: light-dark(#0A5A9C, #6CB6F5); cursor: pointer; background: none;
    border: 1px solid color-mix(in srgb, currentColor 40%, transparent); border-radius: 0.5rem; padding: 0.2rem 0.7rem;
}
:is(.tour_offer, .tour) button:hover { background: color-mix(in srgb, currentColor 10%, transparent); }
:is(.tour_offer, .tour) button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
.tour { position: fixed; z-index: 1000002; box-sizing: border-box; width: min(22rem, 100vw - 16px); padding: 1rem;
    border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: 0.5rem;
    box-shadow: 0 0.25rem 1rem rgb(0 0 0 / 0.25); }
.tour h2 { margin: 0; padding: 0; font-size: 1.1rem; font-weight: 600; }
.tour p { margin: 0.5rem 0 1rem; line-height: 1.5; }
.tour_turning { display: flex; align-items: center; gap: 0.5rem; }
.tour_turning span { flex: 1; font-size: 0.875rem; }
.tour button { padding: 0.35rem 0.8rem; }
.st-key-tour_again [data-testid="stPageLink-NavLink"] { padding-inline: 0; background: none; }
.st-key-tour_again [data-testid="stPageLink-NavLink"]:hover { text-decoration: underline; }
@media (max-width: 767px) {
    .tour { width: calc(100vw - 16px); }
    .tour_offer { font-size: 0.9rem; }
    .tour_offer > div { column-gap: 0.5rem; }
    .tour_offer button { padding-inline: 0.25rem; border: none; text-decoration: underline; }
}
.tour button:last-child { color: light-dark(#FFFFFF, #12171E); background: light-dark(#0A5A9C, #6CB6F5); }
.tour button:last-child:focus-visible { outline-color: light-dark(#0A5A9C, #6CB6F5); }
.tour button:disabled { opacity: 0.4; cursor: default; }
.tour_ring { position: fixed; z-index: 1000001; box-sizing: border-box; pointer-events: none; border-radius: 0.5rem;
    border: 3px solid light-dark(#0A5A9C, #6CB6F5); }
:is(.tour, .tour_ring) [hidden], .tour_ring[hidden] { display: none; }

.printed, .stElementContainer:has(> .stHtml > .on-paper) { display: none; }
@page { size: A4; margin: 14mm; }
@media print {
    .stSidebar, .stAppHeader, .bar, .modebar, [data-testid="stElementToolbar"], details:not([open]),
    a[href^="#"], [class*="st-key-controls"], .stAppViewContainer > :not(:has(.stMain)),
    .stElementContainer:not(:has(:is(p, table, h1, h2, h3, li, svg))), .stElementContainer:has(.stDataFrame),
    .tour, .tour_ring, .stElementContainer:has(.tour_offer),
    .st-key-next, [data-testid="stLayoutWrapper"]:not(:has(.stMarkdown, .stHeading, .stPlotlyChart, .on-paper)),
    :is(.stButton, .stDownloadButton, .stPopover, .stSelectbox, .stMultiSelect, .stTextInput, .stTextArea, .stSlider,
    .stNumberInput, .stRadio, .stCheckbox, .stButtonGroup, .stFileUploader, .stPageLink),
    .stElementContainer:has(:is(.stButton, .stDownloadButton, .stPopover, .stSelectbox, .stMultiSelect, .stTextInput,
    .stTextArea, .stSlider, .stNumberInput, .stRadio, .stCheckbox, .stButtonGroup, .stFileUploader, .stPageLink)) {
        display: none !important;
    }
    html, body, #root, #root > *, .stApp, .stAppViewContainer, .stMain, .stApp > *, .stAppViewContainer > * {
        display: block !important; position: static !important; height: auto !important; overflow: visible !important;
    }
    .stMainBlockContainer { max-width: none; padding: 0 !important; }
    .printed { display: block; font-size: 0.85rem; margin: 0; }
    .stElementContainer:has(> .stHtml > .on-paper) { display: block; }
    .on-paper table { border-collapse: collapse; font-size: 0.8rem; width: 100%; }
    .on-paper :is(td, th) { border-bottom: 1px solid #D5DAE0; padding: 0.15rem 0.4rem; text-align: left; }
    .stColumn { min-width: 100% !important; }
    .stPlotlyChart, [data-testid="stMarkdownContainer"] table, tr, li { break-inside: avoid; }
    h1, h2, h3, summary { break-after: avoid; }
    [data-testid="stMarkdownContainer"]:has(> table) { overflow: visible; }
    /* The script gives each chart its shape before it is printed. */
    [data-testid="stLayoutWrapper"]:has(.main-svg), .stElementContainer:has(.main-svg),
    .stElementContainer :has(.main-svg) { height: auto !important; overflow: visible !important; }
    .svg-container { width: 100% !important; max-width: var(--wide) !important; aspect-ratio: var(--shape); }
    .main-svg { width: 100% !important; height: 100% !important; }
}
</style>"""

DARK_ON_PAPER = """<style>
@media print {
    html, body, .stApp, .stApp * { color: #1B2430 !important; background-color: transparent !important; }
    .js-plotly-plot image { filter: invert(1) hue-rotate(180deg); }
    .main-svg { background: none !important; }
    .main-svg .legend .bg { fill-opacity: 0 !important; }
    td, th { border-color: #D5DAE0 !important; }
}
</style>"""


def dark_on_paper() -> str:
    """What makes a page of the dark theme light on paper: its style, and for the script the colours of its charts."""
    colours = escape(json.dumps(inks(THEMES["dark"], THEMES["light"])))
    return f'{DARK_ON_PAPER}<div class="inks" data-inks="{colours}"></div>'


def printed(title: str) -> str:
    """The line that stands on paper alone."""
    today = date.today()
    return f'<p class="printed">{escape(title)}, version {__version__}, {today.day} {today:%B %Y}</p>'
