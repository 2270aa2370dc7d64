// One entry of the browser's history a page: what changes on a page changes its entry, so that Back leaves the page.
// Streamlit adds an entry for a page without its link, another one with it, and one for each choice.
{
    const { pushState, replaceState } = history
    history.pushState = function (state, unused, address) {
        const here = new URL(address, location).pathname === location.pathname
        return (here ? replaceState : pushState).call(this, state, unused, address)
    }
}
