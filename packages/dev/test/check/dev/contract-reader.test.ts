import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { formatProblem, lint } from '@partner-platform/lint'
import { readSpecs } from '@partner-platform/lint/contract'
import { expect, it, onTestFinished } from 'vitest'
import { startContractReader } from '../../../src/watch/contract/start-contract-reader.ts'
import { root } from '../../../src/workspaces.ts'

const ids = ['openapi', 'asyncapi', 'operator']

function copySpecs() {
  const folder = temporaryFolder()
  const specs = join(root, 'specs')
  const isOurs = (path: string) => !/specs\/(node_modules|dist|reports|test)(\/|$)/.test(path)
  cpSync(specs, folder, { recursive: true, filter: isOurs })
  return folder
}

const known = readSpecs(join(root, 'specs'))

/** What the check itself finds; it remembers nothing but unchanged files. */
async function readAnew(folder: string) {
  const { specs, problems } = await lint(folder, { known })
  return problems.map((problem) => {
    const bytes = specs.bytes.get(problem.file)
    const text = bytes && new TextDecoder().decode(bytes)
    return formatProblem(problem, { prefix: 'specs/', text })
  })
}

/** One fault each in a document, the settings, a shared file, and the syntax of another document, which is checked first. */
const faults = [
  ['openapi.yaml', 'operationId: listCountries', 'operationID: listCountries'],
  ['redocly.yaml', 'array-parameter-serialization: error', 'no-such-rule: error'],
  ['schemas/country.yaml', 'required: [', 'required: [nmae, '],
  ['asyncapi.yaml', 'asyncapi:', 'asyncapi: ['],
] as const

it('finds what the check finds, bundles, and renders, with its tools loaded', async () => {
  const folder = copySpecs()
  const reader = startContractReader(folder, ids)
  onTestFinished(() => reader.close())
  for (const [file, old, next] of faults) {
    const path = join(folder, file)
    const before = readFileSync(path, 'utf8')
    expect(before).toContain(old)
    writeFileSync(path, before.replace(old, next))
    const { problems } = await reader.read()
    expect(problems.length).toBeGreaterThan(0)
    expect(problems).toEqual(await readAnew(folder))
    writeFileSync(path, before)
  }
  expect((await reader.read()).problems).toEqual([])
  const bundles = await reader.bundle()
  expect(Object.keys(bundles)).toEqual(ids)
  expect(JSON.stringify(bundles)).not.toContain('"./')
  // It says why Redoc cannot render a document, and keeps working.
  await expect(reader.renderRedoc({ info: { title: 'x' } })).rejects.toThrow(/cannot render/)
  const page = await reader.renderRedoc(bundles.openapi)
  expect(page).toContain('Content-Security-Policy')
  expect(page).not.toMatch(/https:\/\/cdn\./)
})
