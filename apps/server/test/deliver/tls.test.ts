import { once } from 'node:events'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls, setDefaultCACertificates } from 'node:tls'
import { listen } from '@partner-platform/harness'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { postWebhook } from '../../src/deliver/post-webhook.ts'
import { createCertificate, type Issued } from './a-certificate.ts'
import { toPost } from './post-to.ts'
import { startRawEndpoint } from './raw-endpoint.ts'

const dayMs = 86_400_000
const name = 'partner.example'
const authority = createCertificate({ names: ['authority'], isAuthority: true })
const stranger = createCertificate({ names: ['stranger'], isAuthority: true })
// Only for this file: every test file has its own process or thread.
setDefaultCACertificates([authority.pem])

const sound = createCertificate({ names: [name, '127.0.0.1'], issuer: authority })

/** An endpoint with a certificate, which counts what reaches it. */
async function startTlsEndpoint({ pem, keyPem }: Issued) {
  const counters = { connections: 0, requests: 0, names: [] as unknown[] }
  const server = createServer({ cert: pem, key: keyPem }, (request, response) => {
    counters.requests += 1
    counters.names.push(Reflect.get(request.socket, 'servername'))
    response.end('ok')
  })
  server.on('connection', () => {
    counters.connections += 1
  })
  server.on('tlsClientError', () => {})
  return { counters, port: await listen(server) }
}

describe('a certificate', () => {
  it.each([name, 'PARTNER.example', `${name}.`, '127.0.0.1'])(
    'D-010 that holds for %s lets the webhook through',
    async (host) => {
      const { counters, port } = await startTlsEndpoint(sound)
      const attempt = await postWebhook(toPost(`https://${host}:${port}/`))
      expect(attempt).toMatchObject({ outcome: 'accepted', status: 200 })
      expect(counters.requests).toBe(1)
      expect(counters.names).toEqual([host === '127.0.0.1' ? false : name])
    },
  )

  it.each<[says: string, certificate: Issued, host: string]>([
    ['signed by itself', createCertificate({ names: [name] }), name],
    ['of an unknown authority', createCertificate({ names: [name], issuer: stranger }), name],
    ['of another host', createCertificate({ names: ['other.example'], issuer: authority }), name],
    [
      'for subdomains only',
      createCertificate({ names: ['*.partner.example'], issuer: authority }),
      name,
    ],
    ['of no address', createCertificate({ names: [name], issuer: authority }), '127.0.0.1'],
    [
      'that has expired',
      createCertificate({ names: [name], issuer: authority, untilMs: Date.now() - 1_000 }),
      name,
    ],
    [
      'that is not valid yet',
      createCertificate({ names: [name], issuer: authority, fromMs: Date.now() + dayMs / 2 }),
      name,
    ],
    ['issued by a host', createCertificate({ names: [name], issuer: sound }), name],
  ])('F11 %s gets nothing, whatever the environment says', async (_says, certificate, host) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { counters, port } = await startTlsEndpoint(certificate)
    const attempt = await postWebhook(toPost(`https://${host}:${port}/`))
    expect(attempt).toMatchObject({ outcome: 'broken', status: null })
    await vi.waitFor(() => expect(counters.connections).toBe(1))
    expect(counters.requests).toBe(0)
    // The mutant that accepts any certificate sends its request.
    await postCarelessly(port)
    expect(counters.requests).toBe(1)
  })
})

/** Sends a request without checking the certificate. */
async function postCarelessly(port: number) {
  const given = { host: '127.0.0.1', port, servername: name, rejectUnauthorized: false }
  const socket = connectTls(given)
  socket.write('POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
}

describe('an endpoint that does not speak TLS', () => {
  it.each([
    ['answers in HTTP', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['answers with junk', '\x16\x03\x03\x00\x01\x00'],
    ['hangs up', ''],
  ])('F11 is broken if it %s', async (_says, bytes) => {
    const endpoint = await startRawEndpoint(() => {}, {
      onConnect: (socket) => socket.once('data', () => socket.end(bytes)),
    })
    const attempt = await postWebhook(toPost(`https://${name}:${endpoint.port}/`))
    expect(attempt).toMatchObject({ outcome: 'broken', status: null })
    expect(endpoint.receivedBytes).toBeGreaterThan(0)
  })
})

it('D-025 sends no TLS handshake to a remote address that was not checked', async () => {
  const { counters, port } = await startTlsEndpoint(sound)
  let writtenBytes = -1
  const attempt = await postWebhook(
    toPost(`https://${name}:${port}/`, {
      guard: {
        admit: async () => ({ ok: true, addresses: ['93.184.215.14'] }),
        holds: (farEnd, admitted) => farEnd !== undefined && admitted.includes(farEnd),
      },
      connect() {
        const socket = connect(port, '127.0.0.1')
        socket.on('close', () => {
          writtenBytes = socket.bytesWritten
        })
        return socket
      },
    }),
  )
  expect(attempt).toMatchObject({ outcome: 'blocked', status: null })
  await vi.waitFor(() => expect([writtenBytes, counters.connections]).toEqual([0, 1]))
})
