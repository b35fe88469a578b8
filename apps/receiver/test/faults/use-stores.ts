import { rmSync } from 'node:fs'
import type { StoreLocation } from '@partner-platform/database'
import { type StoreKind, startPostgres } from '@partner-platform/database/testing'
import { afterAll, beforeAll, type TestContext } from 'vitest'
import { copyTemplate } from '../copy-template.ts'

/** An empty embedded store with its tables. It is removed when the test ends. */
export async function createEmbedded({
  onTestFinished,
}: Pick<TestContext, 'onTestFinished'>): Promise<StoreLocation> {
  const folder = await copyTemplate()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { kind: 'embedded', folder }
}

/** Gives empty stores of either kind to the tests of a file, all of which may run at once. */
export function useStores() {
  let server: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())
  return async (
    kind: StoreKind,
    context: Pick<TestContext, 'onTestFinished'>,
  ): Promise<StoreLocation> =>
    kind === 'embedded' ? createEmbedded(context) : { kind, url: await server.createDatabase() }
}
