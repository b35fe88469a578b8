#!/usr/bin/env node
import { runApp } from '@partner-platform/settings'
import { receiverApp } from './start-receiver.ts'

await runApp(receiverApp, process.env)
