// The reference platform as `start` runs it by default, with its log, but with its store in memory and a
// quota that nobody reaches.
import { randomUUID } from 'node:crypto'
import { gatherLines } from '@partner-platform/settings'
import { buildServer, createApiKey, createJsonLogger, openStore } from '../../src/index.ts'
import { hashApiKey } from '../../src/keys/api-key.ts'
import { apiKeys, partners } from '../../src/store/schema.ts'
import { reportListening } from '../report-listening.ts'

const environment = 'development'
const database = await openStore({ location: { kind: 'embedded', folder: null } })
const partnerId = randomUUID()
const key = createApiKey(environment)
const record = { id: randomUUID(), partnerId, environment, sha256: hashApiKey(key), label: 'bench' }
await database.orm.insert(partners).values({ id: partnerId, companyName: 'Bench' })
await database.orm.insert(apiKeys).values({ ...record, environment })

const server = await buildServer({
  database,
  environment,
  operatorToken: 'operator-token-of-the-bench-0123456789',
  rateLimit: { quota: 1_000_000, windowSeconds: 1 },
  logger: createJsonLogger(gatherLines(process.stderr)),
})
const free = { host: '127.0.0.1', port: 0 }
const { url } = await server.listen({ partners: free, operator: free })
reportListening(String(url), { key })
