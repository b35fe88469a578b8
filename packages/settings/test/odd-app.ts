import { setTimeout as delay } from 'node:timers/promises'
import { port, runApp, StartError } from '../src/index.ts'

/** What is odd about this app: it does not start, it never stops, or it stops after a quarter of a second. */
const { ODDITY } = process.env

await runApp(
  {
    name: 'odd',
    says: 'Is odd.',
    settings: { PORT: port(0) },
    stopTimeoutMs: ODDITY === 'never-stops' ? 50 : 9_500,
    async start() {
      const timer = setInterval(() => {}, 1_000)
      if (ODDITY === 'never-starts') throw new StartError('It is broken.')
      return {
        lines: ['ready: http://127.0.0.1:1'],
        async close() {
          process.stdout.write('stopping\n')
          await delay(ODDITY === 'never-stops' ? 60_000 : 250)
          process.stdout.write('stopped\n')
          clearInterval(timer)
        },
      }
    },
  },
  {},
)
