#!/usr/bin/env node
import { runApp } from '@partner-platform/settings'
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
