import { runApp } from '@partner-platform/settings'
import { portSettings } from './start-settings.ts'
import { startWatch } from './watch/start-watch.ts'

// The library that runs Postgres listens too, and would end us before the rest is stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal)

await runApp(
  {
    name: 'dev',
    says: 'Both apps and the references, following every save of the contract.',
    settings: portSettings,
    start: startWatch,
  },
  process.env,
)
