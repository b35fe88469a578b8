import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { explainListenError, readPorts, StartError } from '../src/ports.ts'
import { startPlatform } from '../src/start-platform.ts'

describe('readPorts', () => {
  it('takes the defaults where nothing is set, and what is set elsewhere', () => {
    expect(readPorts({})).toEqual({ server: 4010, receiver: 4020, docs: 4030 })
    expect(readPorts({ DOCS_PORT: '0', SERVER_PORT: '65535' })).toMatchObject({
      docs: 0,
      server: 65_535,
    })
  })

  it.each(['', 'http', '-1', '65536', '4010 ', '4e3'])(
    'names the variable, not the value, of %j',
    (value) => {
      expect(() => readPorts({ RECEIVER_PORT: value })).toThrow(StartError)
      expect(() => readPorts({ RECEIVER_PORT: value })).toThrow(/^RECEIVER_PORT is wrong: /)
    },
  )
})

describe('a port in use', () => {
  it.each(['server', 'receiver'] as const)('of the %s is named with its variable', async (name) => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const { port } = blocker.address() as { port: number }
    try {
      await expect(startPlatform({ server: 0, receiver: 0, [name]: port })).rejects.toThrow(
        `Port ${port} of the ${name} is in use: expected a free one. Stop what listens there, or set ${name.toUpperCase()}_PORT.`,
      )
    } finally {
      blocker.close()
    }
  })

  it('is told apart from every other failure', () => {
    const other = new Error('other')
    expect(explainListenError('docs', 4030, other)).toBe(other)
  })
})
