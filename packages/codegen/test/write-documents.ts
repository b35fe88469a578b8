import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { bundleContract } from '../src/bundle-contract.ts'
import type { Contract } from '../src/model.ts'

/** Writes files into a folder of their own, gone when the test is; gives the folder. */
export function writeDocuments(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-codegen-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** The contract of the files whose names begin with `openapi` and `asyncapi`. */
export function bundle(files: Readonly<Record<string, string>>): Contract {
  const named = (kind: string) => Object.keys(files).filter((one) => basename(one).startsWith(kind))
  const cwd = writeDocuments(files)
  return bundleContract({ openapi: named('openapi'), asyncapi: named('asyncapi'), cwd })
}
