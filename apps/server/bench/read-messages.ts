/**
 * Takes the bytes of a connection as they come, and calls `onMessage` with the head of each HTTP/1.1 message
 * once its body has come too.
 *
 * It reads no more than the length: a program that parses as carefully as a server does needs as much time as
 * the leanest server here, and would be what is measured.
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
      if (!length) throw new Error(`A message has no length: ${head.split('\r\n')[0]}.`)
      missingBytes = Number(length[1])
      bodyBytes = chunk.length - (headEnd + 4 - earlier)
    }
    missingBytes -= bodyBytes
    if (missingBytes > 0) return
    const whole = head
    head = ''
    onMessage(whole)
  }
}
