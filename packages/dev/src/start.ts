import { runApp } from '@partner-platform/settings'
import { portSettings } from './ports.ts'
import { startAll } from './start-all.ts'

await runApp(
  {
    name: 'start',
    says: 'Server, receiver and docs together; one round trip shown.',
    settings: portSettings,
    start: startAll,
  },
  process.env,
)
