import { find } from './elements.js'

const words = { connecting: 'Connecting…', live: 'Live', reconnecting: 'Reconnecting…' }

/** Pause after an answer that ends the stream for good, in milliseconds. */
const retryMs = 3000

/**
 * Calls back whenever the inbox changed, or may have changed unseen. A hidden page has no stream, because a
 * browser allows only a few for one server.
 * @param {() => void} onChange
 */
export function startLive(onChange) {
  const indicator = find('live', HTMLElement)
  const said = find('live-words', HTMLElement)
  /** @type {EventSource | undefined} */
  let stream
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry

  /** @param {keyof typeof words} state */
  const show = (state) => {
    indicator.dataset.state = state === 'live' ? 'handled' : 'quarantined'
    said.textContent = words[state]
  }
  const connect = () => {
    stream = new EventSource('/api/changes')
    stream.addEventListener('open', () => {
      show('live')
      onChange()
    })
    stream.addEventListener('message', onChange)
    stream.addEventListener('error', () => {
      show('reconnecting')
      if (stream?.readyState === EventSource.CLOSED) retry = setTimeout(connect, retryMs)
    })
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(retry)
    stream?.close()
    if (!document.hidden) connect()
  })
  show('connecting')
  connect()
}
