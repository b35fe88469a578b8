import { parseArgs } from 'node:util'
import { openPatiently } from '@partner-platform/database/testing/open-patiently'
import { buildServer, createJsonLogger, openStore } from '../../src/index.ts'
import { secretsKeys } from '../../src/testing/start-sender.ts'
import { addFailpoint, type Failpoint } from './add-failpoint.ts'
import { addMutant, type Mutant } from './add-mutant.ts'

// The app with a shorter lease, a failpoint or a mutant, each set by an environment variable.
// SIGUSR2 arms the failpoint, so that the process can first finish earlier work.

const { DATABASE_URL: url = '', SERVER_OPERATOR_TOKEN = '' } = process.env
const { LEASE_SECONDS = '30', FAILPOINT, MUTANT } = process.env
const { values } = parseArgs({ options: { help: { type: 'boolean' } } })

async function main(): Promise<void> {
  const leaseSeconds = Number(LEASE_SECONDS)
  const { store, server, arm } = await openPatiently(async () => {
    const store = await openStore({
      location: { kind: 'postgres', url },
      leaseSeconds,
      secretsKeys,
    })
    const { database: watched, arm } = addFailpoint(store, FAILPOINT as Failpoint | undefined)
    try {
      const server = await buildServer({
        database: addMutant(watched, MUTANT as Mutant | undefined),
        environment: 'development',
        operatorToken: SERVER_OPERATOR_TOKEN,
        worker: { leaseSeconds },
        logger: createJsonLogger(process.stderr),
      })
      return { store, server, arm }
    } catch (error) {
      // The busy machine may also refuse the connection for notifications.
      await store.close()
      throw error
    }
  })
  const address = { host: '127.0.0.1', port: 0 }
  const { operatorUrl } = await server.listen({ partners: address, operator: address })
  process.on('SIGUSR2', () => {
    arm()
    console.log('Armed.')
  })
  process.once('SIGTERM', () => void server.close().finally(() => store.close()))
  console.log(`Operator surface ready: ${operatorUrl}`)
}

if (!values.help) await main()
