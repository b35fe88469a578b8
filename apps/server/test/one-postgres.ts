import { startPostgres } from '@partner-platform/database/testing'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts one Postgres for the whole run. Each test process makes its own databases. */
export async function setup(project: TestProject) {
  const server = await startPostgres()
  project.provide('postgresUrl', server.urlOf('postgres'))
  return () => server.remove()
}
