#!/usr/bin/env node
import { runApp } from './process/run-app.ts'
import { settings, start } from './settings.ts'

await runApp(
  {
    name: 'server',
    says: 'Reference platform: answers the countries operation. State is in memory.',
    settings,
    start,
  },
  process.env,
)
