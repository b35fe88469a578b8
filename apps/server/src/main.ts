#!/usr/bin/env node
import { runApp } from '@partner-platform/settings'
import { serverApp } from './start-server.ts'

await runApp(serverApp, process.env)
