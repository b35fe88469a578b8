#!/usr/bin/env node
import { runApp } from '@partner-platform/settings'
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
