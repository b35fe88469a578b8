#!/usr/bin/env node
import { resolve } from 'node:path'
import { InstallError, installOnDemand } from './install-on-demand.ts'

// install-on-demand FOLDER…: see `installOnDemand`.
try {
  for (const folder of process.argv.slice(2)) installOnDemand(resolve(folder))
} catch (error) {
  if (!(error instanceof InstallError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
