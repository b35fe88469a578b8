/** A clock that stands until a test moves it. */
export function createClock(startMs = Date.parse('2025-06-14T09:30:00.000Z')) {
  let passedMs = 0
  return {
    wallMs: () => startMs + passedMs,
    monotonicMs: () => passedMs,
    advance(ms: number) {
      passedMs += ms
    },
  }
}
