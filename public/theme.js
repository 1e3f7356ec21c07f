// Before the first paint, so that a chosen theme does not flash in the other one. A file of its own, because the
// page's security policy allows no inline script. The choice is made in features/preferences.
try {
  const { theme } = JSON.parse(localStorage.getItem('article-desk/preferences')) ?? {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // No storage, or something else in it: the system's theme is as good.
}
