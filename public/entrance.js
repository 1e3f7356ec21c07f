// Whoever comes to sign in sees the form that the document brings along, before the script that works it is there. What
// is typed and sent until then waits for that script (features/sign-in/early-entry). On every other page, and where the
// form will have more to say, it stays hidden.
try {
  const signedIn =
    sessionStorage.getItem('article-desk/session') ?? localStorage.getItem('article-desk/remembered')
  if (location.pathname === '/sign-in' && signedIn === null && isSecureContext && indexedDB)
    document.documentElement.dataset.entrance = 'sign-in'
} catch {
  // No storage: that is said with the form.
}
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  event.preventDefault()
  event.target.dataset.sent = 'yes'
})
