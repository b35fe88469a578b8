// Runs in every page that `dev` serves: reloads it when the documents change, and shows messages over it.

const overlay = document.createElement('section')
overlay.id = 'dev-overlay'
overlay.setAttribute('role', 'alert')
overlay.hidden = true
document.body.append(overlay)

/** @param {{ title: string, entries: string[], isNotice: boolean } | null} message */
function show(message) {
  overlay.hidden = message === null
  overlay.replaceChildren()
  if (message === null) return
  overlay.className = message.isNotice ? 'notice' : ''
  const title = document.createElement('h2')
  title.textContent = message.title
  overlay.append(title)
  for (const text of message.entries) {
    const entry = document.createElement('pre')
    entry.tabIndex = 0
    entry.textContent = text
    overlay.append(entry)
  }
}

const own = document.querySelector('meta[name=dev-version]')?.getAttribute('content')
const events = new EventSource('/dev/events')
events.addEventListener('message', ({ data }) => {
  const { version, message } = JSON.parse(data)
  if (version === own) show(message)
  else location.reload()
})
