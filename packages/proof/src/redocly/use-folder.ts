import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A temporary folder that is there for the tests of the file, and not for who only lists them. */
export function useFolder(): string {
  const folder = join(tmpdir(), `proof-${randomUUID()}`)
  beforeAll(() => void mkdirSync(folder))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
