const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const minute = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', hourCycle: 'h23' })
const whole = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
  hourCycle: 'h23',
})

/**
 * A moment as short as it is clear: the time of today, the day of another.
 * @param {number} atMs
 */
export function formatMoment(atMs) {
  const at = new Date(atMs)
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday ? clock.format(at) : `${day.format(at)}, ${minute.format(at)}`
}

/** @param {number} atMs */
export const formatWholeMoment = (atMs) => whole.format(new Date(atMs))

/** @param {number} bytes */
export function formatBytes(bytes) {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/**
 * The start of an id, which is enough to tell a few apart.
 * @param {string} id
 */
export const shorten = (id) => (id.length > 12 ? `${id.slice(0, 8)}…` : id)
