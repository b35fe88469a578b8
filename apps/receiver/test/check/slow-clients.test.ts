import { testSlowClients } from '../suite/slow-clients.ts'

testSlowClients({ silent: 2_000, timeoutMs: 4_000 })
