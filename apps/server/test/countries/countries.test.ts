import { parseCountryListSent, parseCountrySent } from '@partner-platform/validators'
import { iso31661 } from 'iso-3166'
import { describe, expect, it } from 'vitest'
import { countries } from '../../src/countries/countries.ts'
import { countQueries } from '../gate-queries.ts'
import { openFileStore } from '../open-test-store.ts'
import { startServer } from '../start-server.ts'

describe('countries', () => {
  it('1.2 are those of ISO 3166-1, once each', () => {
    expect(countries).toHaveLength(iso31661.length)
    expect(new Set(countries.map(({ isoCode }) => isoCode)).size).toBe(iso31661.length)
    expect(new Set(countries.map(({ uuid }) => uuid)).size).toBe(iso31661.length)
  })

  it('2.1.isoCode, 2.1.currency, 2.1.minimal, D-022 pass the strict validator, every row', () => {
    expect(countries.filter((country) => !parseCountrySent(country).ok)).toEqual([])
    expect(parseCountrySent({ ...countries[0], currency: 'Dollar' }).ok).toBe(false)
  })

  // Partners store these identifiers. These rows must never change.
  it.each([
    { isoCode: 'AE', currency: 'AED', uuid: 'db43f7c8-8728-5b38-8ae7-3922ff3c0a93' },
    { isoCode: 'IN', currency: 'INR', uuid: '4caa753e-98d7-5ca3-848e-b4a509a3ecdf' },
    { isoCode: 'PT', currency: 'EUR', uuid: '9df82e90-57d9-5304-8e8f-82ae84175170' },
    { isoCode: 'ZW', currency: 'ZWG', uuid: '204246e6-fbc0-5085-91f0-f19ea347c80e' },
  ])('2.1.uuid $isoCode keeps its identifier and currency', (row) => {
    expect(countries).toContainEqual(expect.objectContaining(row))
  })

  it('are sorted by name', () => {
    const names = countries.map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
    expect(names[1]).toBe('Åland Islands')
  })

  it('2.2.status, 2.2.statusCode, 2.2.result, 4.1.success are the answer, with the same bytes each time', async () => {
    const { ask, bearer } = await startServer()
    const [one, other] = [await ask({ headers: bearer }), await ask({ headers: bearer })]
    expect(one.status).toBe(200)
    expect(parseCountryListSent(JSON.parse(one.text))).toMatchObject({
      ok: true,
      value: { status: true, statusCode: 200, result: countries },
    })
    expect(other.text).toBe(one.text)
    expect(one.header('Cache-Control')).toBe('private, max-age=300')
    expect(one.header('ETag')).toMatch(/^W\/"[\w-]{43}"$/)
  })

  it('1.2 omit unsupported countries from the next answer on', async () => {
    const { ask, bearer, operator } = await startServer()
    const before = await ask({ headers: bearer })
    const support = (supported: boolean) =>
      operator.PATCH('/operator/v1/settings', {
        body: { unsupportedCountries: supported ? [] : ['FR'] },
      })
    await support(false)
    const without = await ask({ headers: bearer })
    const wanted = countries.filter(({ isoCode }) => isoCode !== 'FR')
    expect(JSON.parse(without.text).result).toEqual(wanted)
    expect(without.header('ETag')).not.toBe(before.header('ETag'))
    await support(true)
    const after = await ask({ headers: bearer })
    expect([after.text, after.header('ETag')]).toEqual([before.text, before.header('ETag')])
  })

  it('4.1.success are read once for any number of calls', async () => {
    const { database, count } = countQueries(await openFileStore(), 'unsupported_countries')
    const { ask, bearer, operator } = await startServer({ database })
    for (let call = 0; call < 5; call++) await ask({ headers: bearer })
    expect(count()).toBe(1)
    // An unrelated change.
    const body = { origins: { development: ['https://app.example'] } }
    await operator.PATCH('/operator/v1/settings', { body })
    const { status } = await ask({ headers: bearer })
    expect([status, count()]).toEqual([200, 2])
  })
})
