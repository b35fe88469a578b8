import { parseCountryListSent, parseCountrySent } from '@partner-platform/validators'
import { iso31661 } from 'iso-3166'
import { describe, expect, it } from 'vitest'
import { countries } from '../../src/countries/countries.ts'
import { startServer } from '../start-server.ts'

describe('countries', () => {
  it('1.2 are all those of ISO 3166-1, once each', () => {
    expect(countries).toHaveLength(iso31661.length)
    expect(new Set(countries.map(({ isoCode }) => isoCode)).size).toBe(iso31661.length)
    expect(new Set(countries.map(({ uuid }) => uuid)).size).toBe(iso31661.length)
  })

  it('D-022 pass the strict validator, every row', () => {
    expect(countries.filter((country) => !parseCountrySent(country).ok)).toEqual([])
    expect(parseCountrySent({ ...countries[0], currency: 'Dollar' }).ok).toBe(false)
  })

  // Identifiers are a promise: partners store them. These rows must never change.
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

  it('4.1.success are what the operation answers, in the same bytes each time', async () => {
    const { ask, bearer } = await startServer()
    const [one, other] = [await ask({ headers: bearer }), await ask({ headers: bearer })]
    expect(one.status).toBe(200)
    expect(parseCountryListSent(JSON.parse(one.text))).toMatchObject({
      ok: true,
      value: { status: true, statusCode: 200, result: countries },
    })
    expect(other.text).toBe(one.text)
    expect(one.header('Cache-Control')).toBe('private, max-age=300')
    expect(one.header('ETag')).toMatch(/^"[\w-]{43}"$/)
  })

  it('D-022 answers a conditional request in full', async () => {
    const { ask, bearer } = await startServer()
    const { header } = await ask({ headers: bearer })
    const again = await ask({ headers: [...bearer, ['If-None-Match', header('ETag') ?? '']] })
    expect(again.status).toBe(200)
  })
})
