import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createClient } from '../src/index.ts'
import { bodies } from './answers.ts'
import { apiKey, head } from './exchange.ts'
import { closed, reply, startRawServer, startServer } from './start-server.ts'

describe('size limit', () => {
  it('stops an endless body', async () => {
    await using server = await startRawServer((socket) => {
      socket.write(`${head}\r\n`)
      const pour = () => {
        while (!socket.destroyed && socket.write(' '.repeat(65_536)));
      }
      socket.on('drain', pour)
      pour()
    })
    const options = { baseUrl: server.url, apiKey, bodyLimitBytes: 1_000_000 }
    const result = await createClient(options).listCountries()
    expect(result).toMatchObject({ status: 'protocol-error', code: 'body-too-large', attempts: 1 })
    await closed(server.talks[0])
  })

  it('counts the bytes after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '))
    expect(bomb.length).toBeLessThan(25_000)
    await using server = await startServer((response) =>
      reply(response, 200, { headers: { 'content-encoding': 'gzip' }, body: bomb }),
    )
    const result = await createClient({ baseUrl: server.url, apiKey }).listCountries()
    expect(result).toMatchObject({ status: 'protocol-error', code: 'body-too-large' })
  })

  it.each([
    [0, 200],
    [1, 'protocol-error'],
  ])('admits a body of exactly its size, and not %i more', async (excess, status) => {
    await using server = await startServer((response) =>
      reply(response, 200, { body: bodies[200] }),
    )
    const bodyLimitBytes = Buffer.byteLength(bodies[200]) - excess
    const client = createClient({ baseUrl: server.url, apiKey, bodyLimitBytes })
    expect(await client.listCountries()).toMatchObject({ status })
  })
})
