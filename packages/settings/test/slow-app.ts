import { setTimeout as delay } from 'node:timers/promises'
import { port, runApp } from '../src/index.ts'

/** An app that says when it begins to stop, and a quarter of a second later that it has stopped. */
await runApp(
  {
    name: 'slow',
    says: 'Takes its time to stop.',
    settings: { PORT: port(0) },
    async start() {
      const timer = setInterval(() => {}, 1_000)
      return {
        lines: ['ready: http://127.0.0.1:1'],
        async close() {
          process.stdout.write('stopping\n')
          await delay(250)
          process.stdout.write('stopped\n')
          clearInterval(timer)
        },
      }
    },
  },
  {},
)
