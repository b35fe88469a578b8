import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { createParser } from '../../asyncapi-cli/asyncapi-cli.ts'
import { findAsyncApiProblems } from '../../src/asyncapi/find-asyncapi-problems.ts'
import { breakIt, brokenDocuments, soundDocument, toReader } from '../rows/asyncapi.ts'

/** Errors and warnings; 2 and 3 are information and hints. */
const isRefusal = ({ severity }: { severity: number }) => severity <= 1

const parser = createParser()

const write = (texts: Record<string, string>): string =>
  join(temporaryFolder(texts), 'asyncapi.yaml')

async function refusals(texts: Record<string, string>) {
  const source = write(texts)
  const found = await parser.validate(texts['asyncapi.yaml'] ?? '', { source })
  return found.filter(isRefusal).map(({ message }) => message)
}

/** Faults that our rules refuse and the parser does not know. */
const oursAlone = brokenDocuments
  .filter(([, , want]) => /^(server-variables|tags) /.test(want))
  .map(([name]) => name)

describe('the check refuses what the AsyncAPI CLI refuses', () => {
  it('nothing in a sound document', async () => {
    expect(await refusals(soundDocument())).toEqual([])
  })

  it.each(brokenDocuments)('%s', async (name, edits) => {
    const texts = breakIt(...edits)
    const refused = await refusals(texts)
    expect(refused.length > 0, refused.join()).toBe(!oursAlone.includes(name))
    expect(findAsyncApiProblems('asyncapi.yaml', toReader(texts))).not.toEqual([])
  })
})

// `check:asyncapi` in specs runs the same command on a sound document.
it('the command that validates a document exits with 1 for one that it refuses, and says why', () => {
  const script = join(import.meta.dirname, '../../asyncapi-cli/validate.ts')
  const file = write(breakIt({ file: 'asyncapi.yaml', from: 'action: send', to: 'colour: 1' }))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, file], {
    encoding: 'utf8',
  })
  expect(stdout + stderr).toContain('colour')
  expect(status).toBe(1)
})
