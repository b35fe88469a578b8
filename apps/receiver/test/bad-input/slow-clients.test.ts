import { testSlowClients } from '../suite/slow-clients.ts'

testSlowClients({ silent: 100, timeoutMs: 1_500 })
