import { runApp } from '@partner-platform/settings'
import { startAll } from './start-all.ts'
import { startSettings } from './start-settings.ts'

await runApp(
  {
    name: 'start',
    says: 'Server, receiver and docs together; one round trip shown.',
    settings: startSettings,
    start: startAll,
  },
  process.env,
)
