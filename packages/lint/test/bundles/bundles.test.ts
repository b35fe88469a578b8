import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Json } from '../../src/bundle/documents.ts'
import { BundleError, buildBundles, documents } from '../../src/bundle/index.ts'
import { checkAsyncApi } from '../../src/check/check-asyncapi.ts'
import { checkRedocly } from '../../src/check/check-redocly.ts'
import { readSpecs } from '../../src/contract/specs.ts'
import { brokenCopy, specsFolder } from '../broken-copy.ts'
import { expandFile } from './expand.ts'

const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
const dist = join(folder, 'dist')
beforeAll(() => buildBundles({ specs: specsFolder, outDir: dist }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (name: string) => readFileSync(join(dist, name), 'utf8')
const jsonOf = (name: string): Json => JSON.parse(textOf(name))
const published = documents.filter(({ isPublished }) => isPublished).map(({ id }) => id)
const digest = (content: Uint8Array) => createHash('sha384').update(content).digest('base64')
const digestsOf = (path: string) =>
  readdirSync(path).map((name) => [name, digest(readFileSync(join(path, name)))])

/** What a document says, apart from the schemas, which the bundle names by their files. */
function withoutSchemas({ webhooks: _, ...document }: Json): Json {
  const { schemas: __, ...components } = document.components
  return { ...document, components }
}

describe.each(documents.map(({ id }) => id))('the bundle of %s.yaml', (id) => {
  it('names no other file', () => {
    const references = textOf(`${id}.json`).match(/"\$ref": "[^"]+"/g) ?? []
    expect(references.length).toBeGreaterThan(0)
    expect(references.filter((reference) => !reference.startsWith('"$ref": "#/'))).toEqual([])
    expect(textOf(`${id}.json`)).not.toContain('externalValue')
  })

  it('says all that the document says, in its order', () => {
    const written = withoutSchemas(expandFile(join(specsFolder, `${id}.yaml`)))
    const bundled = withoutSchemas(expandFile(join(dist, `${id}.json`)))
    expect(JSON.stringify(bundled, null, 1)).toBe(JSON.stringify(written, null, 1))
  })

  it('is the same as YAML, for readers of YAML 1.1 too', () => {
    const yaml = textOf(`${id}.yaml`)
    expect(parse(yaml)).toEqual(jsonOf(`${id}.json`))
    expect(parse(yaml, { version: '1.1' })).toEqual(jsonOf(`${id}.json`))
  })

  it('is in the Redoc page, which is cut off from the network', () => {
    const page = textOf(`${id}.html`)
    expect(page).toContain(`<title>${jsonOf(`${id}.json`).info.title}</title>`)
    expect(page).toMatch(
      /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/,
    )
    expect(page).toContain("connect-src 'none'")
    expect(page).not.toMatch(/https?:\/\/cdn\./)
  })
})

describe('the bundles that are published', () => {
  const files = () => {
    const redocly = readFileSync(join(specsFolder, 'redocly.yaml'))
    const place = join(folder, 'linted')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'redocly.yaml'), redocly)
    for (const id of published) writeFileSync(join(place, `${id}.yaml`), textOf(`${id}.yaml`))
    return readSpecs(place)
  }

  it('pass the rules of the contract, webhooks apart', async () => {
    const found = (await Promise.all(published.map((id) => checkRedocly(files(), id)))).flat()
    const others = found.filter(({ pointer }) => !pointer.startsWith('#/webhooks/'))
    expect(others).toEqual([])
    // Rules for calls of the API alone: their tags, the headers of their answers, their names.
    expect([...new Set(found.map(({ rule }) => rule))].toSorted()).toEqual([
      'redocly/operation-tag-defined',
      'redocly/response-contains-header',
      'redocly/rule/operation-id',
      'redocly/rule/response-fields',
    ])
  })

  it('are valid to AsyncAPI', async () => {
    expect(await checkAsyncApi(files())).toEqual([])
  })

  it('are listed in the manifest with their digests, and no others', () => {
    const manifest = jsonOf('manifest.json')
    const names = manifest.files.map(({ name }: Json) => name)
    const built = readdirSync(dist).filter((name) => !/^(operator|manifest)\./.test(name))
    expect(names.toSorted()).toEqual(built.sort())
    const written = published.flatMap((id) => [`${id}.json`, `${id}.yaml`, `${id}.html`])
    expect(names).toEqual(expect.arrayContaining(written))
    for (const { name, bytes, integrity, title, version } of manifest.files) {
      const content = readFileSync(join(dist, name))
      expect([bytes, integrity]).toEqual([content.length, `sha384-${digest(content)}`])
      const { info } = jsonOf(/^asyncapi|^submission/.test(name) ? 'asyncapi.json' : 'openapi.json')
      expect([title, version]).toEqual([info.title, info.version])
    }
  })
})

describe('buildBundles', () => {
  it('gives the same bytes each time, in place of what was there', async () => {
    const again = join(folder, 'again')
    mkdirSync(again)
    writeFileSync(join(again, 'old.html'), 'a page of before')
    // test/check shows that Redoc renders the same page again.
    const render = async (_: string, { page }: { page: string }) =>
      cpSync(join(dist, basename(page)), page)
    await buildBundles({ specs: specsFolder, outDir: again, render })
    expect(digestsOf(again)).toEqual(digestsOf(dist))
    expect(readdirSync(folder).filter((name) => name.endsWith('.draft'))).toEqual([])
  })

  it.each([
    ['a schema that is not there', 'country-list.yaml', 'gone.yaml', /gone\.yaml/],
    ['an example that is not there', 'two-countries.json', 'gone.json', /gone\.json/],
  ])('names %s and leaves what was built', async (_, from, to, says) => {
    const specs = await brokenCopy([{ file: 'openapi.yaml', from, to }], 'documents')
    const before = digestsOf(dist)
    const built = buildBundles({ specs, outDir: dist })
    await expect(built).rejects.toThrow(BundleError)
    await expect(built).rejects.toThrow(says)
    expect(digestsOf(dist)).toEqual(before)
  })
})
