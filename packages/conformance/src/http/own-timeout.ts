const sliceMs = 50

/**
 * Calls back after that many milliseconds in which this process ran; gives what cancels it. A process
 * that sleeps or starves reads nothing meanwhile, so that time is not held against the other side.
 */
export function setOwnTimeout(callback: () => void, durationMs: number): () => void {
  let leftMs = durationMs
  let timer = setTimeout(step, Math.min(sliceMs, leftMs))
  function step() {
    leftMs -= sliceMs
    if (leftMs <= 0) callback()
    else timer = setTimeout(step, Math.min(sliceMs, leftMs))
  }
  return () => clearTimeout(timer)
}
