// One entry of the browser's history a page: what changes on a page changes its entry, so that Back leaves the page.
// Streamlit adds an entry for a page without its link, another one with it, and one for each choice; and where somebody
// goes back while a page still runs, one for that page, as if it had been opened then.
{
    const { pushState, replaceState } = history
    let back = false
    addEventListener('popstate', () => { back = true })
    addEventListener('click', () => { back = false }, true)
    history.pushState = function (state, unused, address) {
        const here = new URL(address, location).pathname === location.pathname
        if (here) replaceState.call(this, state, unused, address)
        else if (!back) pushState.call(this, state, unused, address)
    }
}
