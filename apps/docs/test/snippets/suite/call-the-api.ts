import { messages, operations, securitySchemes } from '@partner-platform/types'
import { parseCountryList } from '@partner-platform/validators'
import { describe, expect, it } from 'vitest'
import { toBrunoCollection, toPostmanCollection } from '../../../src/to-collections.ts'
import { pages as allPages, bundled } from '../../all-pages.ts'
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
  const { method, path } = operations.listCountries
  expect(shown('')).toContain(`>${method} ${path}<`)
  expect(shown('')).toContain(`>${messages.submissionUpdated.name}<`)
  for (const { source } of found)
    expect(shown('reference/openapi/operations/list-countries')).toContain(source)
})

describe('4.1.authentication each request of a collection lists the countries', () => {
  const document = bundled.find(({ id }) => id === 'openapi')?.bundle ?? {}
  const [postman] = (toPostmanCollection(document) as { item: PostmanFolder[] }).item
  const [bruno] = (toBrunoCollection(document) as { items: BrunoFolder[] }).items
  const ofPostman = postman?.item.map(({ request: { method, url, auth } }) => {
    const { type, ...own } = auth
    const values = Object.values(own).flat() as { key: string; value: string }[]
    const { token, key, value } = Object.fromEntries(values.map((one) => [one.key, one.value]))
    return { method, url: url.raw, token: type === 'bearer' ? token : undefined, key, value }
  })
  const ofBruno = bruno?.items.map(({ request: { method, url, auth } }) => ({
    ...{ method, url, token: auth.bearer?.token, ...auth.apikey },
  }))

  it.each(Object.entries({ ofPostman, ofBruno }))('%s', async (_, requests = []) => {
    const { platform } = useApps()
    const fill = (text = '') =>
      text.replace('{{baseUrl}}', platform.url).replace('{{apiKey}}', platform.apiKey)
    const answers = requests.map(async ({ method, url, token, key = '', value }) => {
      const header: [string, string] = token
        ? ['Authorization', `Bearer ${fill(token)}`]
        : [key, fill(value)]
      const { status } = await fetch(fill(url), { method, headers: [header] })
      return [header[0], status]
    })
    expect(await Promise.all(answers)).toEqual([
      ['Authorization', 200],
      [securitySchemes.apiKeyHeader.name, 200],
    ])
  })
})

type PostmanFolder = {
  item: { request: { method: string; url: { raw: string }; auth: Record<string, unknown> } }[]
}

type BrunoFolder = {
  items: {
    request: {
      method: string
      url: string
      auth: { bearer?: { token: string }; apikey?: { key: string; value: string } }
    }
  }[]
}

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
