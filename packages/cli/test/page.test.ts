import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { expectRefused, runCommand } from './run.ts'

const digest = (algorithm: string, text: string) =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`

/** A page in the form of the published ones, whose script is `draw` instead of Redoc. */
function toPage(definition: object, { drawn = '<div><p>Old</p></div>' } = {}): string {
  const source = `
      const hydrate = draw
      const __redoc_definition = ${JSON.stringify(definition)};
      const __redoc_options = {"skipBundle":true};

      hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));
      `
  const policy = `script-src '${digest('sha256', source)}'`
  return `<html><head><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Old</title></head>
<body><div id="redoc">${drawn}</div>
      <script type="module">${source}</script>
</body></html>`
}

/** The document in a page, whose policy must allow its script. */
function readDefinition(page: string): unknown {
  const [, source = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(page) ?? []
  expect(page).toContain(`script-src '${digest('sha256', source)}'`)
  return JSON.parse(/__redoc_definition = (.*);/.exec(source)?.[1] ?? '')
}

const definition = { openapi: '3.1.0', info: { title: 'Old', version: '1' }, paths: {} }
const logo = { url: 'https://example.com/logo.svg', altText: 'Acme', href: '/' }
const branded = { ...definition, info: { ...definition.info, 'x-logo': logo } }
const overlay = `overlay: 1.0.0
info: { title: T, version: "1" }
actions:
  - { target: $.info, update: { title: "New & <b></script>" } }
`

let folder: string
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = temporaryFolder({ 'page.html': toPage(definition), 'overlay.yaml': overlay })
})

async function make(...options: string[]) {
  const result = await runCommand(['page', at('page.html'), at('own.html'), ...options])
  return { ...result, stderr: result.stderr.replaceAll(`${folder}/`, '') }
}

describe('page', () => {
  it.each(['page.html', 'overlay.yaml'])('does not write over %s, which it reads', async (name) => {
    const before = readFileSync(at(name), 'utf8')
    const args = ['page', at('page.html'), at(name), '--overlay', at('overlay.yaml')]
    const { code, stderr } = await runCommand(args)
    expect([code, stderr]).toEqual([2, expect.stringContaining('Write the page to another file.')])
    expect(readFileSync(at(name), 'utf8')).toBe(before)
  })

  it('changes the document in the page, its title and its policy, and draws anew', async () => {
    const { code, stdout } = await make('--overlay', at('overlay.yaml'), '--json')
    const page = readFileSync(at('own.html'), 'utf8')
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { ok: true, integrity: digest('sha384', page), actions: [{ places: 1 }] },
    ])
    const written = readDefinition(page)
    const info = { ...definition.info, title: 'New & <b></script>' }
    expect(written).toEqual({ ...definition, info })
    expect(page).toContain('<title>New &#38; &#60;b&#62;&#60;/script&#62;</title>')
    expect(page).toContain('<div id="redoc"></div>')
    expect(page).not.toContain('<style>')
  })

  it('sets colours and a logo', async () => {
    writeFileSync(at('logo.svg'), '<svg/>')
    const colors = ['--color', '#0a7d5c', '--dark-color', '#4fd1a5']
    writeFileSync(at('page.html'), toPage(branded))
    const { code } = await make(...colors, '--logo', at('logo.svg'))
    expect(code).toBe(0)
    const page = readFileSync(at('own.html'), 'utf8')
    expect(page).toMatch(
      /<style>:root\{--color-primary-base:#0a7d5c[^}]*\}:root\.dark\{[^}]*#4fd1a5/,
    )
    const logo = { altText: 'Acme', url: 'data:image/svg+xml;base64,PHN2Zy8+', href: '/' }
    expect(page).toContain(JSON.stringify({ 'x-logo': logo }).slice(1, -1))
  })

  it('leaves its own output unchanged', async () => {
    const title = 'a \u2028 const __redoc_definition = {};'
    writeFileSync(
      at('overlay.yaml'),
      overlay.replace(/title: "New.*"/, `title: ${JSON.stringify(title)}`),
    )
    await make('--overlay', at('overlay.yaml'))
    const first = readFileSync(at('own.html'))
    expect((await runCommand(['page', at('own.html'), at('again.html')])).code).toBe(0)
    expect(readFileSync(at('again.html'))).toEqual(first)
  })

  it.each<[string, string[], RegExp]>([
    ['a colour in words', ['--color', 'green'], /^--color must be a colour such as #0a7d5c\./],
    ['another kind of picture', ['--logo', 'logo.gif'], /^--logo must be a file ending in /],
    ['a missing picture', ['--logo', 'none.svg'], /^none\.svg cannot be read as a logo: ENOENT\./],
    ['a missing overlay', ['--overlay', 'none.yaml'], /^none\.yaml cannot be read as an overlay/],
  ])('refuses %s, and writes nothing', async (_, options, says) => {
    await expectRefused(make(...options), says)
    expect(readdirSync(folder)).toEqual(['overlay.yaml', 'page.html'])
  })

  it('refuses overlays that leave no title', async () => {
    writeFileSync(at('overlay.yaml'), overlay.replace(/update: .*/, 'remove: true }'))
    const says = /^The overlays remove info\.title\. Keep it: it names the page\.$/m
    await expectRefused(make('--overlay', at('overlay.yaml')), says, 1)
  })

  const another = /^page\.html is not a Redoc page of the contract\. /
  const noDocument = /^page\.html is not an OpenAPI or AsyncAPI document/
  const remote = /^The logo in info\.x-logo needs the network\. Pass .+ --logo\./
  it.each([
    ['a file that is neither a page nor a document', '{}', noDocument],
    ['another page', '<html><head></head><body><div id="redoc"></div></body></html>', another],
    ['an edited page', toPage(definition).replace('hydrate = draw', 'hydrate = x'), another],
    ['a page whose logo needs the network', toPage(branded), remote],
  ])('refuses %s', async (_, page, says) => {
    writeFileSync(at('page.html'), page)
    await expectRefused(make(), says)
    expect(readdirSync(folder)).not.toContain('own.html')
  })
})

describe('page, from a document', () => {
  const installed = 'node_modules/@partner-platform/specs'
  const asyncapi = `asyncapi: 3.0.0
info: { title: Mine, version: "1" }
components: { messages: { a: { $ref: "#/components/messages/b" } } }
`

  /** Runs the command in a folder with the files. */
  function makeIn(files: Record<string, string>, document: string, ...options: string[]) {
    folder = temporaryFolder(files)
    vi.spyOn(process, 'cwd').mockReturnValue(folder)
    onTestFinished(() => void vi.restoreAllMocks())
    return runCommand(['page', at(document), at('own.html'), ...options])
  }
  const specs = {
    [`${installed}/package.json`]: '{"name":"@partner-platform/specs"}',
    [`${installed}/dist/openapi.html`]: toPage(branded),
  }

  it.each([
    ['api.json', JSON.stringify({ ...definition, info: { title: 'Mine', version: '2' } })],
    ['events.yaml', `\uFEFF${asyncapi}`],
  ])('puts %s into the page of the specs', async (name, text) => {
    const files = { ...specs, [name]: text, 'overlay.yaml': overlay }
    expect(await makeIn(files, name)).toMatchObject({ code: 0 })
    const page = readFileSync(at('own.html'), 'utf8')
    expect(page).toContain('<title>Mine</title>')
    expect(readDefinition(page)).toEqual(parse(text))
    expect(await makeIn(files, name, '--overlay', at('overlay.yaml'))).toMatchObject({ code: 0 })
    expect(readFileSync(at('own.html'), 'utf8')).toContain('<title>New &#38;')
  })

  const elsewhere = asyncapi.replace('#/components/messages/b', 'b.yaml')
  const install =
    /^Cannot find node_modules\/@partner-platform\/specs\/.+ Run npm install --save-dev @partner-platform\/specs\.$/m
  it.each<[string, Record<string, string>, RegExp]>([
    ['a document without the specs', { 'a.yaml': asyncapi }, install],
    [
      'a reference to another file',
      { ...specs, 'a.yaml': elsewhere },
      /a\.yaml:3 refers to b\.yaml, .+ Bundle the document first/,
    ],
    [
      'a document without a title',
      { ...specs, 'a.yaml': 'openapi: 3.1.0' },
      /a\.yaml has no info\.title\. Add it/,
    ],
    [
      'another page',
      { ...specs, [`${installed}/dist/openapi.html`]: '<p>', 'a.yaml': asyncapi },
      /specs\/dist\/openapi\.html is not a Redoc page/,
    ],
  ])('refuses %s', async (_, files, says) => {
    await expectRefused(makeIn(files, 'a.yaml'), says)
    expect(readdirSync(folder)).not.toContain('own.html')
  })
})
