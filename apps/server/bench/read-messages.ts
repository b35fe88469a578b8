/**
 * Takes the bytes of a connection as they arrive, and calls `onMessage` with the head of each HTTP/1.1 message
 * once its body has arrived too.
 *
 * It reads only the length: a reader that parsed as carefully as a server would take as much time as the
 * fastest server here, and the bench would measure the reader.
 */
export function createMessageReader(onMessage: (head: string) => void): (chunk: Buffer) => void {
  let head = ''
  let missingBytes = 0
  return (chunk) => {
    let bodyBytes = chunk.length
    if (missingBytes === 0) {
      const earlier = head.length
      head += chunk.toString('latin1', 0, 2_048)
      const headEnd = head.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = /\r\ncontent-length: ([0-9]+)\r\n/i.exec(head)
      if (!length) throw new Error(`A message has no Content-Length: ${head.split('\r\n')[0]}.`)
      missingBytes = Number(length[1])
      bodyBytes = chunk.length - (headEnd + 4 - earlier)
    }
    missingBytes -= bodyBytes
    if (missingBytes > 0) return
    if (missingBytes < 0) throw new Error('A message goes on after its length.')
    const whole = head
    head = ''
    onMessage(whole)
  }
}
