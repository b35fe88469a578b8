import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundleContract } from '../../src/bundle-contract.ts'
import { ContractError } from '../../src/errors.ts'
import { checkSchemas } from '../../src/schema/check-schemas.ts'
import { loadGenerated } from '../validators/load-generated.ts'
import { writeDocuments } from '../write-documents.ts'

const folder = join(import.meta.dirname, '../fixtures/json-schema-suite')
const remotes = { 'http://localhost:1234/': join(folder, 'remotes') }

interface Group {
  name: string
  file: string
  description: string
  schema: unknown
  tests: { description: string; data: unknown; valid: boolean }[]
}

const groups: Group[] = readdirSync(join(folder, 'tests')).flatMap((file) => {
  const list = JSON.parse(readFileSync(join(folder, 'tests', file), 'utf8')) as Group[]
  const name = (index: number) => `${file.replace(/[\W_]|json$/g, '')}${index}`
  return list.map((group, index) => ({ ...group, file, name: `S${name(index)}` }))
})

/** Each schema in a file of its own, because it may refer to its own root. */
const files = Object.fromEntries(
  groups.map(({ name, schema }) => [`${name}.json`, JSON.stringify(schema)]),
)

/** The groups in one document, beside which the schemas lie in `cwd`. */
function bundle(chosen: readonly Group[], cwd: string) {
  const schemas = Object.fromEntries(chosen.map(({ name }) => [name, { $ref: `./${name}.json` }]))
  const document = { openapi: '3.1.0', info: {}, paths: {}, components: { schemas } }
  const file = `${chosen.length === 1 ? chosen[0]?.name : ''}.openapi.json`
  writeFileSync(join(cwd, file), JSON.stringify(document))
  return bundleContract({ openapi: [file], cwd, remotes })
}

function problemsOf(group: Group, cwd: string): string[] {
  try {
    return checkSchemas(bundle([group], cwd)).problems.map(({ message }) => message)
  } catch (error) {
    if (error instanceof ContractError) return error.problems.map(({ message }) => message)
    throw error
  }
}

it('answers the required tests of draft 2020-12 as they say, with formats as assertions', async () => {
  const cwd = writeDocuments(files)
  const refused = new Map(groups.map((group) => [group, problemsOf(group, cwd)]))
  const usable = groups.filter((group) => refused.get(group)?.length === 0)
  // What only a caller at run time knows, other vocabularies, and documents that are not here.
  const reasons = [
    /^Validators cannot check \$dynamicRef/,
    /^this \$schema is not supported/,
    /^the \$ref 'https:\/\/json-schema\.org\/.*' points to the network/,
  ]
  for (const [{ file, description }, problems] of refused)
    for (const problem of problems)
      expect(
        reasons.some((reason) => reason.test(problem)),
        `${file}: ${description}: ${problem}`,
      ).toBe(true)
  expect(groups.length - usable.length).toBe(26)

  const generated = await loadGenerated(bundle(usable, cwd))
  const wrong: string[] = []
  let right = 0
  for (const { name, file, description, tests } of usable)
    for (const test of tests) {
      const { ok } = generated[`parse${name}Sent`]?.(test.data) ?? {}
      if (ok === test.valid) right += 1
      else wrong.push(`${file}: ${description}: ${test.description}`)
    }
  const asAnnotation = /^format\.json: .* is only an annotation by default$/
  expect(wrong.filter((title) => !asAnnotation.test(title))).toEqual([])
  expect({ right, wrong: wrong.length }).toEqual({ right: 1229, wrong: 15 })
}, 120_000)
