// Sets the colour scheme before the first paint, so that dark mode does not flash white.
// A file of its own because the content security policy allows no inline script.
;(function () {
  var scheme = null
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value')
  } catch (_) {}
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
