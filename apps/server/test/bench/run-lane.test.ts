import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { runLane } from '../../bench/run-lane.ts'

const request = Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')

/** A server that answers so many requests of a connection, and closes it at the next one. */
async function startServer(answers: number) {
  const server = createServer((socket) => {
    let left = answers
    socket.on('data', () => {
      if (left === 0) socket.end()
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      left -= 1
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('sends each request once the last one is answered, until there are no more', async () => {
  const left = [request, request]
  await runLane(await startServer(2), () => left.shift() ?? null)
  expect(left).toEqual([])
})

it('rejects if a request gets no answer', async () => {
  const running = runLane(await startServer(2), () => request)
  await expect(running).rejects.toThrow('The server closed the connection before it answered.')
})
