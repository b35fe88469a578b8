// Validating every webhook example that may be sent, beside plain Ajv on the bundled document and
// two libraries with hand-written schemas, in one run, in turns. Run `npx pnpm@12 build` first.
import { bundleContract } from '@partner-platform/codegen'
import { examples, specsFolder } from '@partner-platform/contract-kit'
import {
  parseSubmissionUpdatedReceived,
  parseSubmissionUpdatedSent,
} from '@partner-platform/validators'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { safeParse } from 'valibot'
import { valibotSchema, valibotShape, zodSchema } from './rivals.ts'

const strict = examples('SubmissionUpdated')
  .filter(({ folder }) => folder === 'valid')
  .map(({ value }) => value)

const readWithDepartures = (value: unknown) => {
  const result = parseSubmissionUpdatedReceived(value)
  return result.ok && result.departures.length === 0
}

type Rival = { name: string; accepts: (value: unknown) => boolean }
const tables: { title: string; values: readonly unknown[]; rivals: Rival[] }[] = [
  {
    title: `structure only, ${strict.length} payloads`,
    values: strict,
    rivals: [
      {
        name: 'parseSubmissionUpdatedReceived',
        accepts: (value) => parseSubmissionUpdatedReceived(value).ok,
      },
      { name: 'valibot, types only', accepts: (value) => safeParse(valibotShape, value).success },
    ],
  },
  {
    title: `structure and formats, ${strict.length} payloads`,
    values: strict,
    rivals: [
      { name: 'the same, with departures', accepts: readWithDepartures },
      { name: 'valibot', accepts: (value) => safeParse(valibotSchema, value).success },
      { name: 'zod', accepts: (value) => zodSchema.safeParse(value).success },
    ],
  },
  {
    title: `strict, ${strict.length} payloads`,
    values: strict,
    rivals: [
      {
        name: 'parseSubmissionUpdatedSent',
        accepts: (value) => parseSubmissionUpdatedSent(value).ok,
      },
      { name: 'plain Ajv', accepts: plainAjv() },
    ],
  },
]

for (const { title, values, rivals } of tables) {
  for (const { name, accepts } of rivals) {
    const refused = values.filter((value) => !accepts(value)).length
    if (refused > 0) console.log(`${name} refuses ${refused} of these payloads`)
  }
  const rounds = rivals.map(() => [] as number[])
  const calls = Math.ceil(100_000 / values.length)
  for (let round = 0; round < 11; round++) {
    for (const [index, { accepts }] of rivals.entries()) {
      globalThis.gc?.()
      const start = performance.now()
      for (let call = 0; call < calls; call++) for (const value of values) accepts(value)
      const us = ((performance.now() - start) * 1000) / (calls * values.length)
      if (round > 0) rounds[index]?.push(us)
    }
  }
  const medians = rounds.map((all) => all.sort((one, two) => one - two)[5] as number)
  const [ours = 0] = medians
  console.log(`\n${title}, median of 10 rounds`)
  for (const [index, { name }] of rivals.entries()) {
    const us = medians[index] as number
    const figures = `${us.toFixed(2).padStart(8)} µs${(us / ours).toFixed(2).padStart(7)} ×`
    console.log(name.padEnd(32) + figures)
  }
}

/** The schema as written, compiled by Ajv as it comes. */
function plainAjv(): (value: unknown) => boolean {
  const { schemas } = bundleContract({
    openapi: ['openapi.yaml'],
    asyncapi: ['asyncapi.yaml'],
    cwd: specsFolder,
  })
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  addFormats.default(ajv)
  for (const { name, schema } of schemas) {
    const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '')
    ajv.addSchema(JSON.parse(text), name)
  }
  const validate = ajv.getSchema('SubmissionUpdated')
  if (!validate) throw new Error('The contract has no SubmissionUpdated.')
  return (value) => validate(value) === true
}
