import { port, runApp, StartError } from '../src/index.ts'

/** An app that does not start, and leaves a timer behind. */
await runApp(
  {
    name: 'broken',
    says: 'Never starts.',
    settings: { PORT: port(0) },
    async start() {
      setInterval(() => {}, 1_000)
      throw new StartError('It is broken.')
    },
  },
  {},
)
