"""What does a measure mean?"""

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.formats import many
from pages.frame.page import opened

page = opened("measures")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("measure")
    page.control("words")

page.ask(top)
measure = page.answer.values["measure"]
st.markdown(f"$$\n{measure['latex']}\n$$")
st.caption(measure["symbols"])
left, right = st.columns(2, gap="medium")
with left:
    page.chart("draws", titled=True)
with right:
    page.chart("share", titled=True)
page.worth_knowing(of_all=True)
facts = page.answer.tables["certificate"]
st.subheader(facts.title, anchor=False)
known = page.answer.values["certificate"]
where = [", ".join(filter(None, (f"*{row['how']}*", row["source"]))) for row in known]
lines = [f"- **{row['fact']}**: {literal(row['value'])} ({told})." for row, told in zip(known, where, strict=True)]
st.markdown("\n".join(lines))

found = page.answer.values["measures"]
st.subheader(many(len(found), "measure"), anchor=False)
if not found:
    st.info("No measure has these words in a name or in what it says.")
else:
    lines = [
        f"| [{literal(row['title'])}](measures?measure={row['key']}) | {literal(row['meaning'])} "
        f"| {literal(', '.join(row['aliases']))} |"
        for row in found
    ]
    st.markdown("\n".join(["| measure | what it is | other names |", "|:--|:--|:--|", *lines]))
page.fold()
