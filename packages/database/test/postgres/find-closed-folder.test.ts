import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findClosedFolder } from '../../src/testing/find-closed-folder.ts'

it.skipIf(process.platform === 'win32')('names the folder that others may not enter', () => {
  const closed = mkdtempSync(join(tmpdir(), 'closed-'))
  onTestFinished(() => rmSync(closed, { recursive: true }))
  const inner = join(closed, 'inner')
  mkdirSync(inner)
  chmodSync(inner, 0o755)
  expect(findClosedFolder(inner)).toBe(closed)
  chmodSync(closed, 0o755)
  expect(findClosedFolder(inner)).toBe(findClosedFolder(tmpdir()))
})
