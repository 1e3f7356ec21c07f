// What has to be known before the first paint. A file of its own, because the page's security policy allows no inline
// script; and one file, because the page waits for it.

// A chosen theme does not flash in the other one. The choice is made in features/preferences.
try {
  const { theme } = JSON.parse(localStorage.getItem('article-desk/preferences')) ?? {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // No storage, or something else in it: the system's theme is as good.
}

// Somebody who comes to sign in sees the form that the document brings along, before its script is there. What
// is typed and sent until then waits for that script (features/sign-in/prerendered-form). On every other page, and where the
// form will have more to say, it stays hidden.
try {
  const signedIn =
    sessionStorage.getItem('article-desk/session') ?? localStorage.getItem('article-desk/remembered')
  if (location.pathname === '/sign-in' && signedIn === null && isSecureContext && indexedDB)
    document.documentElement.dataset.showsForm = 'sign-in'
} catch {
  // No storage: that is said with the form.
}
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  event.preventDefault()
  event.target.dataset.sent = 'yes'
})
