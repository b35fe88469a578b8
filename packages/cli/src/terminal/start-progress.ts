export type Progress = {
  /** Says what is under way now. */
  tell(text: string): void
  /** Takes the line away, so that something can be printed; the next `tell` brings it back. */
  clear(): void
  /** Ends it. */
  stop(): void
}

const quietMs = 1000
const wipe = '\r\u001b[K'

/** A line on a terminal that is there once the work took a second, and gone at its end. */
export function startProgress(write: ((text: string) => void) | undefined, text: string): Progress {
  if (!write) return { tell() {}, clear() {}, stop() {} }
  let current = text
  let isDue = false
  const show = () => {
    isDue = true
    write(wipe + current)
  }
  const timer = setTimeout(show, quietMs)
  return {
    tell(next) {
      current = next
      if (isDue) show()
    },
    clear() {
      if (isDue) write(wipe)
    },
    stop() {
      clearTimeout(timer)
      if (isDue) write(wipe)
    },
  }
}
