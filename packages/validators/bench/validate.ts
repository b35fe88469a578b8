// Validating every webhook example that may be sent, beside plain Ajv on the bundled document and
// two libraries with hand-written schemas. Run `npx pnpm@12 build` first.
import { examples } from '@partner-platform/fixtures/tables'
import { compare, type Goal, inSmoke } from '@partner-platform/harness/bench'
import {
  parseSubmissionUpdatedReceived,
  parseSubmissionUpdatedSent,
} from '@partner-platform/validators'
import { safeParse } from 'valibot'
import { ajvOfContract } from '../test/ajv-of-contract.ts'
import { valibotSchema, valibotShape, zodSchema } from './rivals.ts'

const values = examples('SubmissionUpdated')
  .filter(({ folder }) => folder === 'valid')
  .map(({ value }) => value)
const plainAjv = ajvOfContract().getSchema('SubmissionUpdated')
if (!plainAjv) throw new Error('The contract has no SubmissionUpdated.')
const rounds = 10
const callsPerRound = Math.ceil(inSmoke(1_000, 100_000) / values.length)

const readWithDepartures = (value: unknown) => {
  const result = parseSubmissionUpdatedReceived(value)
  return result.ok && result.departures.length === 0
}

type Table = { title: string; rivals: Record<string, (value: unknown) => boolean>; goals?: Goal[] }
const tables: Record<string, Table> = {
  received: {
    title: 'Read a webhook, structure only',
    rivals: {
      'valibot, types only': (value) => safeParse(valibotShape, value).success,
      parseSubmissionUpdatedReceived: (value) => parseSubmissionUpdatedReceived(value).ok,
    },
    goals: [{ row: 'parseSubmissionUpdatedReceived', figure: 'µs', atMost: 1 }],
  },
  departures: {
    title: 'Read a webhook with its departures',
    rivals: {
      'valibot with formats': (value) => safeParse(valibotSchema, value).success,
      'zod with formats': (value) => zodSchema.safeParse(value).success,
      'the same, with departures': readWithDepartures,
    },
    goals: [
      { row: 'the same, with departures', figure: 'µs', atMost: 1 },
      { row: 'the same, with departures', rival: 'zod with formats', figure: 'µs', atMost: 1 },
    ],
  },
  sent: {
    title: 'Validate what is sent',
    rivals: {
      'plain Ajv': (value) => plainAjv(value) === true,
      parseSubmissionUpdatedSent: (value) => parseSubmissionUpdatedSent(value).ok,
    },
  },
}

for (const [id, { title, rivals, goals = [] }] of Object.entries(tables)) {
  const refusing = Object.entries(rivals).flatMap(([name, accepts]) => {
    const refused = values.filter((value) => !accepts(value)).length
    return refused > 0 ? [` ${name} refuses ${refused} of them.`] : []
  })
  await compare({
    id: `validate-${id}`,
    title,
    settings: `${values.length} payloads that the contract allows; medians of ${rounds} rounds.${refusing.join('')}`,
    rounds,
    goals,
    contestants: Object.entries(rivals).map(([name, accepts]) => ({
      name,
      measure() {
        globalThis.gc?.()
        const startMs = performance.now()
        for (let call = 0; call < callsPerRound; call++) for (const value of values) accepts(value)
        return { µs: ((performance.now() - startMs) * 1000) / (callsPerRound * values.length) }
      },
    })),
  })
}
