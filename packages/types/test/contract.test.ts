import { examples as typed } from '@partner-platform/fixtures'
import { authVectors, examples } from '@partner-platform/fixtures/tables'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type {
  Country,
  CountryList,
  components,
  operations as Operations,
  paths,
  Submission,
  SubmissionStatus,
  SubmissionUpdated,
  SubmissionVisaGranted,
} from '../src/index.ts'
import {
  constants,
  environments,
  messages,
  operations,
  securitySchemes,
  servers,
} from '../src/index.ts'

describe('the types of the contract', () => {
  it('1.4 names every environment of the vectors', () => {
    const known = new Set(authVectors.rows.map(({ given }) => given.environment))
    expect(environments).toEqual([...known].sort())
  })

  it('2.1 gives a country its four fields', () => {
    type Text<Field extends keyof Country> = Country[Field] extends string ? Field : never
    expectTypeOf<'uuid' | 'name' | 'isoCode' | 'currency'>().toEqualTypeOf<
      Text<'uuid' | 'name' | 'isoCode' | 'currency'>
    >()
    expectTypeOf<CountryList['result']>().toEqualTypeOf<Country[]>()
  })

  it('2.3 completes the known statuses and accepts unknown ones', () => {
    expectTypeOf<'VISA_GRANTED'>().toExtend<SubmissionStatus>()
    expectTypeOf<'A_STATUS_OF_TOMORROW'>().toExtend<SubmissionStatus>()
    expectTypeOf<SubmissionStatus>().not.toEqualTypeOf<string>()
    expectTypeOf<number>().not.toExtend<SubmissionStatus>()
  })

  it('6.3 makes the conditional fields certain only once the visa is granted', () => {
    expectTypeOf<SubmissionVisaGranted['visaExpiryDate']>().toEqualTypeOf<string>()
    expectTypeOf<Submission['visaExpiryDate']>().toEqualTypeOf<string | undefined>()
  })

  it('4.1 binds the operation to its path', () => {
    expectTypeOf<paths[typeof operations.listCountries.path]['get']>().toEqualTypeOf<
      Operations['listCountries']
    >()
    expectTypeOf<components['schemas']['SubmissionUpdated']>().toEqualTypeOf<SubmissionUpdated>()
  })

  it('fit every example of @partner-platform/fixtures', () => {
    type Schemas = components['schemas']
    expectTypeOf(typed).toExtend<{
      [Name in keyof typeof typed]: Record<string, Schemas[Name]>
    }>()
  })
})

describe('the constants of the contract', () => {
  const valid = (schema: string) => examples(schema).filter(({ folder }) => folder === 'valid')

  it.each(valid('SubmissionUpdated'))('2.3.event name the event of $file', ({ value }) => {
    expect((value as SubmissionUpdated).event).toBe(messages.submissionUpdated.name)
  })

  it.each(valid('CountryList'))('2.2.statusCode declare the status of $file', ({ value }) => {
    expect(operations.listCountries.responses).toHaveProperty([
      `${(value as CountryList).statusCode}`,
    ])
  })

  it('5.2 offer both forms of the key as alternatives', () => {
    const schemes = operations.listCountries.security.map(([name]) => name && securitySchemes[name])
    expect(schemes).toEqual([
      expect.objectContaining({ type: 'http', scheme: 'bearer' }),
      expect.objectContaining({ type: 'apiKey', in: 'header', name: 'x-api-key' }),
    ])
  })

  it('D-012 carry the delays of the retry schedule in ascending order', () => {
    const delays: readonly number[] = constants.retryDelaysSeconds
    expect([...delays].sort((one, other) => one - other)).toEqual(delays)
  })
})

it('1.5, D-028 contains nothing of the operator surface, which is not part of the contract', () => {
  const names = [constants, operations, securitySchemes, servers].flatMap((one) => Object.keys(one))
  expect(names).toContain('listCountries')
  expect(names.filter((name) => /operator/i.test(name))).toEqual([])
  const paths = Object.values(operations).map(({ path }) => path)
  expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual([])
})
