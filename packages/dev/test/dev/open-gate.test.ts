import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { listen } from '@partner-platform/harness'
import { expect, it, onTestFinished } from 'vitest'
import { openGate } from '../../src/watch/platform/open-gate.ts'

const startAnswerer = async (text: string) =>
  `http://127.0.0.1:${await listen(createServer((_, response) => response.end(text)))}`

async function open() {
  const gate = await openGate(0)
  onTestFinished(() => gate.close())
  return gate
}

const ask = (url: string) => fetch(url, { headers: { connection: 'close' } })

it('hangs up where nobody answers, and leads to whoever it was told last', async () => {
  const gate = await open()
  await expect(ask(gate.origin)).rejects.toThrow()
  const closed = createTcpServer()
  const port = await listen(closed)
  closed.close()
  gate.lead(`http://127.0.0.1:${port}`)
  await expect(ask(gate.origin)).rejects.toThrow()
  gate.lead(await startAnswerer('there'))
  expect(await (await ask(gate.origin)).text()).toBe('there')
})

it('rejects for a port that is in use', async () => {
  const { origin } = await open()
  await expect(openGate(Number(new URL(origin).port))).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
