#!/usr/bin/env node
import { runApp } from '@partner-platform/settings'
import { settings } from './settings.ts'
import { startServer } from './start-server.ts'

await runApp(
  {
    name: 'server',
    says: 'Reference platform: the countries operation, webhooks, and the surface that drives them.',
    settings,
    start: startServer,
  },
  process.env,
)
