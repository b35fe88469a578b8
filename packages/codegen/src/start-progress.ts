/** Says on a terminal that work goes on, once it took a second. Gives the function that ends it. */
export function startProgress(write: (text: string) => void): () => void {
  if (!process.stderr.isTTY) return () => {}
  let shown = false
  const timer = setTimeout(() => {
    shown = true
    write('generating …')
  }, 1000)
  return () => {
    clearTimeout(timer)
    if (shown) write('\r\u001b[K')
  }
}
