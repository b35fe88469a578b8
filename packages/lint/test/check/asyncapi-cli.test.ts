import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { breakIt, brokenDocuments, soundDocument } from '../rows/asyncapi.ts'

const workspace = join(import.meta.dirname, '../../asyncapi-cli')
const ofWorkspace = createRequire(join(workspace, 'package.json'))
const ofCli = createRequire(ofWorkspace.resolve('@asyncapi/cli/package.json'))
const ofParser = createRequire(ofCli.resolve('@asyncapi/parser'))
type Parser = {
  validate(text: string, at: object): Promise<{ severity: number; message: string }[]>
}
/** The parser that `asyncapi validate` runs, in the same version. */
const { Parser } = ofParser('@asyncapi/parser') as { Parser: new () => Parser }
const parser = new Parser()

// Share one compiler: the parser would compile the schemas of AsyncAPI again for each document.
const compilers: { createAjvInstances: () => unknown } = ofParser(
  '@stoplight/spectral-functions/dist/schema/ajv',
)
const compiler = compilers.createAjvInstances()
compilers.createAjvInstances = () => compiler

const write = (texts: Record<string, string>): string =>
  join(temporaryFolder(texts), 'asyncapi.yaml')

/** The messages of errors and warnings. Severities 2 and 3 are information and hints. */
async function refusals(texts: Record<string, string>): Promise<string[]> {
  const found = await parser.validate(texts['asyncapi.yaml'] ?? '', { source: write(texts) })
  return found.flatMap(({ severity, message }) => (severity <= 1 ? [message] : []))
}

/** Faults that our rules refuse and the parser does not know. */
const oursAlone = /^(server-variables|tags) /

// asyncapi.test.ts shows that our check refuses all of them.
describe('the AsyncAPI CLI refuses what our check refuses, unless only ours knows the rule', () => {
  it('nothing in a sound document', async () => {
    expect(await refusals(soundDocument())).toEqual([])
  })

  it.each(brokenDocuments)('%s', async (_, edits, want) => {
    const refused = await refusals(breakIt(...edits))
    expect(refused.length > 0, refused.join()).toBe(!oursAlone.test(want))
  })
})

// `check:asyncapi` in specs runs the same command on a sound document.
it('the validate command exits with 1 for a document that it refuses, and says why', () => {
  const file = write(breakIt({ file: 'asyncapi.yaml', from: 'action: send', to: 'colour: 1' }))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(workspace, 'validate.ts'), file],
    { encoding: 'utf8' },
  )
  expect(stdout + stderr).toContain('colour')
  expect(status).toBe(1)
})
