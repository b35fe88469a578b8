// Runs before anything is shown, so that a stored theme does not flash.
try {
  const theme = localStorage.getItem('theme')
  if (theme) document.querySelector('meta[name=color-scheme]')?.setAttribute('content', theme)
} catch {
  // Storage may be forbidden; the system decides then.
}
