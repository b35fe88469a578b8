import { port, runApp } from '../src/index.ts'

/** An app that says it listens, and never stops. */
await runApp(
  {
    name: 'stuck',
    says: 'Never stops.',
    settings: { PORT: port(0) },
    stopTimeoutMs: 50,
    async start() {
      setInterval(() => {}, 1_000)
      return { lines: ['ready: http://127.0.0.1:1'], close: () => new Promise(() => {}) }
    },
  },
  {},
)
