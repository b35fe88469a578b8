#!/usr/bin/env node
import { runApp } from './process/run-app.ts'
import { settings, start } from './settings.ts'

await runApp(
  {
    name: 'receiver',
    says: 'Reference partner: verifies webhooks and keeps what it got, in memory.',
    settings,
    start,
  },
  process.env,
)
