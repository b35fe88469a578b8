import { find } from './elements.js'

const words = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
}

/** After an answer that ends the line for good, in milliseconds. */
const retryMs = 3000

/**
 * Calls back whenever the inbox changed or may have changed unseen. A page that nobody sees has no
 * line: a browser has but few for one server.
 * @param {() => void} onChange
 */
export function startLive(onChange) {
  const indicator = find('live', HTMLElement)
  const said = find('live-words', HTMLElement)
  /** @type {EventSource | undefined} */
  let line
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry

  /** @param {keyof typeof words} state */
  const show = (state) => {
    indicator.dataset.state = state
    said.textContent = words[state]
  }
  const connect = () => {
    line = new EventSource('/api/changes')
    line.addEventListener('open', () => {
      show('live')
      onChange()
    })
    line.addEventListener('message', onChange)
    line.addEventListener('error', () => {
      show('reconnecting')
      if (line?.readyState === EventSource.CLOSED) retry = setTimeout(connect, retryMs)
    })
  }
  const disconnect = () => {
    clearTimeout(retry)
    line?.close()
  }
  document.addEventListener('visibilitychange', () => {
    disconnect()
    if (!document.hidden) connect()
  })
  connect()
}
