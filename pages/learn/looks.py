"""How a step of a course stands on one screen: words and question on the left, the figure on the right."""

import json
from html import escape

from ddcore.courses.steps import Motion
from ddcore.figures.theme import Theme, on

STYLE = """<style>
/* Beside the menu at the top the sidebar is empty here. */
body:has([data-testid="stTopNav"]) :is(.stSidebar, [data-testid="stExpandSidebarButton"]) { display: none; }
body .bar button[value="data"] { display: none; }
</style>"""
"""Of the list of courses too."""

STEP = """<style>
.stMainBlockContainer h1 {
    font-size: 1.1rem !important; font-weight: 600; opacity: 0.75; padding-block: 0 0.35rem !important;
}
.stMainBlockContainer { padding-bottom: 1rem; }
.st-key-course h2 { padding-block: 0.15rem 0.4rem; }
.st-key-course { display: grid; gap: 0.6rem 2.5rem; }
.st-key-course > * { min-width: 0; }
.st-key-course_figure .stHtml, .motion { height: 100%; }
.motion { display: flex; flex-direction: column; gap: 0.35rem; }
.motion canvas { flex: 1; min-height: 0; width: 100%; }
.motion[data-kind="hand"] canvas { max-height: 24rem; }
.motion_controls { display: flex; gap: 0.5rem; align-items: center; }
.motion_controls input { flex: 1; min-width: 0; accent-color: currentColor; height: 2rem; }
.motion button { font: inherit; color: inherit; cursor: pointer; min-height: 2rem; padding: 0.1rem 0.7rem;
    border-radius: 0.5rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
    background: color-mix(in srgb, currentColor 6%, transparent); }
.motion button:hover { border-color: currentColor; }
.motion_said { margin: 0; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
.course_progress { display: flex; gap: 4px; margin: 0; padding: 0; }
.course_progress > span {
    flex: 1; max-width: 3rem; height: 6px; border-radius: 3px; background: currentColor; opacity: 0.2;
}
.course_progress > .done { opacity: 0.85; }
.course_keys { font-size: 0.85rem; opacity: 0.75; margin: 0; }
:is(.course_keys kbd, .st-key-course_options button p > strong:first-child) {
    font: inherit; margin-right: 0.15rem; border: 1px solid color-mix(in srgb, currentColor 40%, transparent);
    border-radius: 0.25rem; padding: 0 0.35rem; }
@media (hover: none) { .stElementContainer:has(> .stHtml > .course_keys) { display: none; } }
.st-key-course_options button > div { justify-content: flex-start; }
.st-key-course_options button > div > span { flex: none; max-width: 100%; }
.st-key-course_options button p { text-align: left; }
.st-key-course_quiz [data-testid="stAlert"] p { max-width: none; }
.st-key-course_turn [data-testid="stPageLink-NavLink"] { padding-inline: 0.25rem; }
.st-key-course > :has(> .st-key-course_figure) { height: 13.5rem; }
.st-key-course_figure, .st-key-course_figure :is(.stElementContainer, .stFullScreenFrame, .stPlotlyChart) {
    height: 100%; min-height: 0 !important;
}
@media (min-width: 768px) {
    .stMainBlockContainer { padding-block: 3.75rem 1rem; }
    .st-key-course { grid-template: "words figure" auto "quiz figure" 1fr / minmax(0, 5fr) minmax(0, 6fr); }
    .st-key-course > :has(> .st-key-course_words) { grid-area: words; }
    .st-key-course > :has(> .st-key-course_quiz) { grid-area: quiz; }
    .st-key-course > :has(> .st-key-course_figure) { grid-area: figure; height: min(calc(100vh - 9rem), 44rem); }
}
@media (max-width: 767px) { .st-key-course > :has(.motion) { height: 19rem; } }
/* Letters for the last row of a room. */
@media (min-width: 1600px) and (min-height: 850px) { html { font-size: 20px !important; } }
</style>"""


def progress(at: int, of: int) -> str:
    """A bar of as many parts as there are steps."""
    parts = "".join(f'<span class="{"done" if place <= at else ""}"></span>' for place in range(1, of + 1))
    return (
        f'<div class="course_progress" role="progressbar" aria-label="Progress" aria-valuemin="1" aria-valuemax="{of}" '
        f'aria-valuenow="{at}" aria-valuetext="Step {at} of {of}">{parts}</div>'
    )


def keys(options: int, *, hidden: bool) -> str:
    """What the keys do, in one line."""
    digits = " ".join(f"<kbd>{number}</kbd>" for number in range(1, options + 1))
    shows = ", <kbd>S</kbd> shows the answer" if hidden else ""
    return (
        f'<p class="course_keys">Keys: {digits} answer{shows}, <kbd>→</kbd> goes on, <kbd>←</kbd> goes back, '
        "<kbd>P</kbd> presents.</p>"
    )


def moving(motion: Motion, name: str, theme: Theme, *, shown: bool) -> str:
    """The box in which `motion.js` draws what moves; what answers the question is in it only once it is shown."""
    colours = {
        "text": theme.text,
        "muted": theme.muted,
        "chance": theme.chance,
        "positive": theme.colours[0],
        "negative": theme.colours[1] if motion.kind == "hand" else theme.joint,
        "sign": on(theme.colours[0]),
    }
    hidden = {} if shown else dict.fromkeys(motion.answers)
    scene = json.dumps({**motion.data, **hidden, "colours": colours})
    return (
        f'<div class="motion" data-kind="{motion.kind}" data-name="{escape(name)}" '
        f'data-words="{escape(motion.words)}" data-scene="{escape(scene)}"></div>'
    )
