/** The whole body of a response, or null as soon as it exceeds `limitBytes`; then the rest is dropped. */
export async function readBody(
  response: Response,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return new Uint8Array()
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatenate(chunks, length)
    length += value.length
    if (length > limitBytes) {
      // Not awaited: a peer that never ends must not hold us here.
      reader.cancel().catch(() => {})
      return null
    }
    chunks.push(value)
  }
}

function concatenate(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
