#!/usr/bin/env node
import { runApp } from '@partner-platform/settings'
import { settings } from './settings.ts'
import { startReceiver } from './start-receiver.ts'

await runApp(
  {
    name: 'receiver',
    says: 'Reference partner: verifies webhooks, keeps them, answers, and then handles them.',
    settings,
    start: startReceiver,
  },
  process.env,
)
