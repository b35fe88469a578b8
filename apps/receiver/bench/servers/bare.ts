// The minimum that stores a delivery: Fastify, HMAC, JSON.parse, and one insert before the answer. It
// validates nothing, finds no repeated effect, and handles nothing.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import Fastify from 'fastify'
import { Pool } from 'pg'

const {
  DATABASE_URL: url,
  RECEIVER_DATA_FOLDER: folder,
  RECEIVER_SECRETS: secret = '',
} = process.env
const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
const query = await openStore()
await query('create table deliveries (sha256 text primary key, body bytea not null)', [])

const app = Fastify()
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
)
app.post<{ Body: Buffer }>('/webhooks', async ({ body, headers }, reply) => {
  const mac = createHmac('sha256', key).update(body).digest()
  const sent = Buffer.from(String(headers['x-platform-signature']).slice(7), 'hex')
  if (sent.length !== mac.length || !timingSafeEqual(mac, sent)) return reply.code(401).send()
  JSON.parse(body.toString())
  const sha256 = createHash('sha256').update(body).digest('hex')
  await query('insert into deliveries values ($1, $2) on conflict do nothing', [sha256, body])
  return reply.code(202).send()
})
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`Bare receiver ready: ${origin}/webhooks`)
process.on('SIGTERM', () => process.exit())

async function openStore(): Promise<(text: string, values: unknown[]) => Promise<unknown>> {
  if (url === undefined) {
    const store = await PGlite.create(String(folder))
    return (text, values) => store.query(text, values)
  }
  const pool = new Pool({ connectionString: url, max: 10 })
  return (text, values) => pool.query(text, values)
}
