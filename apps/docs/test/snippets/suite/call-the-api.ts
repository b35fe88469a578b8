import { operations, securitySchemes } from '@partner-platform/types'
import { parseCountryList } from '@partner-platform/validators'
import { describe, expect, it } from 'vitest'
import { pages as allPages } from '../../all-pages.ts'
import { snippetsOf } from '../read-snippets.ts'
import { lacksProgram, runSnippet } from '../start-snippet.ts'
import { useApps } from '../use-apps.ts'

const found = snippetsOf('quickstart/call-the-api', 'PLATFORM_API_KEY')

it('is shown in three languages', () => {
  expect(found.map(({ title }) => title)).toEqual(['TypeScript', 'curl', 'Python 3'])
})

it('is on the landing page and on the page of the operation', () => {
  const shown = (slug: string) => allPages.find((page) => page.slug === slug)?.body
  const curl = found.find(({ title }) => title === 'curl')
  expect(shown('')).toContain(curl?.source)
  for (const { source } of found)
    expect(shown('reference/openapi/operations/list-countries')).toContain(source)
})

describe.each(found)('calling the API in $title', (snippet) => {
  const isSkipped = lacksProgram(snippet)
  const call = (apiKey: string) =>
    runSnippet(snippet, { env: { PLATFORM_URL: useApps().platform.url, PLATFORM_API_KEY: apiKey } })

  it.skipIf(isSkipped)('4.1.success lists the countries of the reference server', async () => {
    const { platform } = useApps()
    const headers = { [securitySchemes.apiKeyHeader.name]: platform.apiKey }
    const answer = await fetch(platform.url + operations.listCountries.path, { headers })
    const parsed = parseCountryList(await answer.json())
    if (!parsed.ok) throw new Error('The reference server sends no list.')
    const { result } = parsed.value
    const { code, lines, stderr } = await call(platform.apiKey)
    expect([code, stderr]).toEqual([0, ''])
    expect(result.length).toBeGreaterThan(100)
    if (snippet.language === 'bash') expect(JSON.parse(lines.join('\n')).result).toEqual(result)
    else expect(lines).toEqual(result.map(({ isoCode, name }) => `${isoCode} ${name}`))
  })

  it.skipIf(isSkipped)('5.4 fails with what the service says of a wrong key', async () => {
    const { code, lines, stderr } = await call('ppk_dev_wrong')
    expect(code).not.toBe(0)
    expect([...lines, stderr].join('\n')).toMatch(/401[\s\S]*The API key is missing or invalid[.:]/)
  })
})
