import { parentPort, workerData } from 'node:worker_threads'
import { openPglite, startEngine } from '../../src/embedded-engine.ts'
import { createTransactionGuard } from '../../src/store.ts'
import { fillLog } from './fill-log.ts'

// A mutant: an engine that is not restarted after it broke. It may spin, so it needs its own thread.
const engine = await startEngine({
  guard: createTransactionGuard(),
  open: () => openPglite(workerData),
  canRestart: false,
  onLost() {},
  async onRestarted() {},
})
const query = (text: string) => engine.run((pglite) => pglite.query(text))

async function serves(): Promise<'served' | 'refused'> {
  for (let time = 0; time < 20; time++) {
    const isServed = await query('select 1').then(
      () => true,
      () => false,
    )
    if (isServed) return 'served'
  }
  return 'refused'
}

parentPort?.on('message', async (step: 'fill' | 'query') => {
  if (step === 'query') return parentPort?.postMessage(await serves())
  const { severity } = (await fillLog({ query })) as { severity?: string }
  parentPort?.postMessage(severity)
})
parentPort?.postMessage('open')
