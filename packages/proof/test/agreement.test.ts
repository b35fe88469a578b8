import { scaled } from '@partner-platform/harness'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileLiterals, type TypesChange } from '../src/agreement/compile-literals.ts'
import {
  exceptions,
  findDisagreements,
  type Judges,
  rareSamples,
} from '../src/agreement/find-disagreements.ts'
import {
  type Say,
  sayOfAjv,
  sayOfReaders,
  sayOfReferee,
  sayOfValidators,
} from '../src/agreement/judges.ts'
import {
  type ContractSchema,
  contractSchemas,
  type Sample,
  sampleValues,
} from '../src/agreement/sample-values.ts'
import type { Document } from '../src/document.ts'
import { bundleDocuments } from '../src/redocly/bundle-documents.ts'
import { seed } from '../src/seed.ts'

/** Ways in which the types could be wrong; each finds its text, or throws. */
const wrongTypes: [string, string, string][] = [
  ['a field that may lack', 'isoCode: ', 'isoCode?: '],
  ['a field of another type', 'companyName: string', 'companyName: number'],
  ['a field more', 'companyName: string', 'companyName: string; region: string'],
  [
    'a set that is closed',
    '("VISA_GRANTED" | "RETURNED") | (string & {})',
    '"VISA_GRANTED" | "RETURNED"',
  ],
  ['a set that is open', 'event: "submission.updated"', 'event: string'],
  ['a field under another name', 'destinationCountry: ', 'country: '],
  ['a constant that is none', 'status?: true', 'status: boolean'],
]
let schemas: ContractSchema[]
let samples: Sample[]
let judges: Judges
let wrong: Say[]

beforeAll(async () => {
  const { openapi, asyncapi } = await bundleDocuments()
  schemas = contractSchemas([openapi, asyncapi])
  const generated = { seed, validPerSchema: 15, mutatedPerSchema: 60 }
  samples = [...sampleValues(schemas, generated), ...rareSamples]
  const changes = wrongTypes.map(
    ([, from, to]): TypesChange =>
      (text) => {
        if (!text.includes(from)) throw new Error(`The types have no ${from}.`)
        return text.replaceAll(from, to)
      },
  )
  const { say, changed } = await compileLiterals(samples, changes)
  wrong = changed
  judges = {
    types: say,
    validators: once(sayOfValidators),
    ajv: once(sayOfAjv(schemas)),
    referee: once(sayOfReferee(schemas)),
  }
})

/** Asks a judge about each sample only once, for all tests. */
function once(say: Say): Say {
  const said = new Map(samples.map((sample) => [sample, say(sample)]))
  return (sample) => said.get(sample) ?? say(sample)
}

describe('types, validators and documents', () => {
  it('2.1.formats, 2.3.shape, 6.3, D-023 agree on examples and generated values, but for what is listed', () => {
    const accepted = samples.filter((sample) => judges.ajv(sample).length === 0)
    expect(accepted.length).toBeGreaterThan(300)
    expect(samples.length - accepted.length).toBeGreaterThan(600)
    expect(findDisagreements(samples, judges, exceptions)).toEqual([])
  })

  it('6.4.2 readers accept everything that senders may send', () => {
    const options = { seed, validPerSchema: scaled(50), mutatedPerSchema: scaled(50) }
    const sent = sampleValues(schemas, options).filter((one) => sayOfValidators(one).length === 0)
    expect(sent.length).toBeGreaterThan(scaled(1_000))
    expect(sent.filter((one) => sayOfReaders(one).length > 0)).toEqual([])
  })

  it.each(wrongTypes.map(([name], index) => [name, index] as const))(
    'are found to differ by types with %s',
    (_, index) => {
      const types = wrong[index] as Say
      expect(findDisagreements(samples, { ...judges, types }, exceptions)).not.toEqual([])
    },
  )

  it.each<[string, Say]>([
    ['that accept everything', () => []],
    ['that reject everything', () => ['pattern']],
    ['that look at no pattern', (one) => without('pattern', sayOfValidators(one))],
    ['that readers use', sayOfReaders],
    ['that close no object', (one) => without('additionalProperties', sayOfValidators(one))],
  ])('are found to differ by validators %s', (_, validators) => {
    expect(findDisagreements(samples, { ...judges, validators }, exceptions)).not.toEqual([])
  })

  it.each([
    ['opens its objects', /"additionalProperties":false/g, '"additionalProperties":true'],
    ['requires no status', '"required":["uuid","status",', '"required":["uuid",'],
    ['turns the condition round', '"const":"VISA_GRANTED"', '"const":"RETURNED"'],
    ['takes capitals in a UUID', '[0-9a-f]', '[0-9a-fA-F]'],
  ])('are found to differ by a document that %s', (_, from, to) => {
    const changed = new Map(
      schemas.map(({ document }) => [
        document,
        JSON.parse(JSON.stringify(document).replaceAll(from, to)) as Document,
      ]),
    )
    expect([...changed.values()]).not.toEqual([...changed.keys()])
    const odd = schemas.map((one) => ({ ...one, document: changed.get(one.document) ?? {} }))
    const differing = { ...judges, ajv: sayOfAjv(odd) }
    expect(findDisagreements(samples, differing, exceptions)).not.toEqual([])
  })

  it('are said to differ where nothing is listed, and by an exception that never occurs', () => {
    expect(findDisagreements(samples, judges, []).length).toBeGreaterThan(exceptions.length)
    const idle = { judge: 'types', verdict: 'accepts', rule: 'maxItems', because: '' } as const
    expect(findDisagreements(samples, judges, [...exceptions, idle])).toEqual([
      'No value shows that types accepts against maxItems.',
    ])
  })
})

const without = (rule: string, rules: readonly string[]) => rules.filter((one) => one !== rule)
