import { describe, expect, it } from 'vitest'
import type { Finding, Level } from '../src/finding.ts'
import { asyncapi, openapi, runHere, useFolders } from './set-up.ts'

const folderWith = useFolders()

const packages = [
  ...['specs', 'fixtures', 'types', 'validators'],
  ...['client', 'webhooks', 'conformance', 'cli'],
]
const head = packages.map((name) => `'@partner-platform/${name}': major\n`).join('')
const without = head.replace("'@partner-platform/client': major\n", '')
/** Adds a webhook before the paths, so that a change to it also comes first. */
const hooked = (method: string, text: string) =>
  text.replace('"paths"', `"webhooks":{"made":{"${method}":{"responses":{}}}},"paths"`)
const documents = {
  'old/openapi.json': hooked('post', openapi({ fields: ['id', 'odd|`name'] })),
  'old/asyncapi.json': asyncapi(),
  'new/openapi.json': hooked('put', openapi({ fields: ['id', 'a<b>|c'] })),
  'new/asyncapi.json': asyncapi({ name: 'thing.built' }),
}
const folder = folderWith({
  ...documents,
  'specs/package.json': '{ "name": "@partner-platform/specs" }',
  'declared/minor.md': `---\n${head.replaceAll('major', 'minor')}---\n\nLess.\n`,
  'declared/one.md': `---\n${without}'@partner-platform/compat': major\n---\n\nMore.\n`,
  'declared/two.md': "---\n'@partner-platform/client': major\n---\n\nThe rest.\n",
  'short/one.md': `---\n${without}'@partner-platform/client': minor\n---\n\nMore.\n`,
})

/** Standard output of a comparison, without or with a folder of changesets. */
async function report(format: string, changesets?: 'declared' | 'short'): Promise<string> {
  const more = changesets ? ['--changeset', changesets] : []
  const { code, stdout, stderr } = await runHere(
    ['old', 'new', '--format', format, ...more],
    folder,
  )
  expect({ code, stderr }).toEqual({ code: changesets === 'declared' ? 0 : 1, stderr: '' })
  return stdout
}

it('of documents that are not ours leaves out our packages and decisions', async () => {
  const { stdout } = await runHere(['old', 'new'], folderWith(documents))
  expect(stdout).toMatch(/^old → new: major\n/)
  expect(stdout).toMatch(
    /\n {7}Keep `odd\|`name`, add `a<b>\|c` beside it, and mark `odd\|`name` deprecated\.\n/,
  )
  expect(stdout).toContain('announced six months ahead.')
  expect(stdout).not.toMatch(/partner-platform|D-026|packages /)
})

it('of two files in one folder has what each file generates', async () => {
  const other = openapi().replace('getThing', 'makeThing')
  const files = folderWith({ 'old.json': openapi(), 'new.json': other })
  const { stdout } = await runHere(['old.json', 'new.json'], files)
  expect(stdout).toContain('no longer exports `operations.getThing`')
})

describe('the report as JSON', () => {
  it('has the whole comparison, the most severe findings first', async () => {
    const { findings, ...comparison } = JSON.parse(await report('json'))
    expect(comparison).toMatchObject({
      reportVersion: 1,
      from: 'old',
      to: 'new',
      level: 'major',
      changesets: null,
      documents: { openapi: 'major', asyncapi: 'major' },
      packages: { specs: 'major', client: 'major', webhooks: 'major' },
    })
    const keys = 'advice document hits layer level message packages pointer rule source'.split(' ')
    for (const finding of findings) expect(Object.keys(finding).sort()).toEqual(keys)
    expect(findings).toContainEqual(
      expect.objectContaining({
        rule: 'event-renamed',
        hits: ['receiver'],
        pointer: '#/channels/things/messages/made',
        source: {
          side: 'to',
          file: 'asyncapi.json',
          pointer: '/components/messages/made/name',
          line: 1,
        },
      }),
    )
    const levels = findings.map(({ level }: Finding) => level)
    const order = 'majorminorpatch'
    expect(levels).toEqual(
      levels.toSorted((a: Level, b: Level) => order.indexOf(a) - order.indexOf(b)),
    )
  })

  it('has what changesets declare, and the one to add', async () => {
    expect(JSON.parse(await report('json', 'declared')).changesets).toEqual({
      declaredBy: ['declared/one.md', 'declared/two.md'],
      shortfalls: [],
      missing: null,
    })
    const { changesets } = JSON.parse(await report('json', 'short'))
    // It lists only what affects the client.
    expect(changesets.missing.text).toMatch(
      /^Breaking: no longer required: [^;]+; the field [^;]+ is gone; [^;]+ its new name [^;]+\.\n$/m,
    )
    expect(changesets).toEqual({
      declaredBy: ['short/one.md'],
      shortfalls: [{ name: '@partner-platform/client', wanted: 'major', declared: 'minor' }],
      missing: { path: 'short/contract-major.md', text: expect.stringContaining(missing) },
    })
  })
})

const missing = "---\n'@partner-platform/client': major\n---\n\nBreaking: "
const sentence =
  'The break is declared by declared/one.md, declared/two.md. Affected: caller, receiver.'

describe('the report for people', () => {
  it('terminal: the verdict first, the changeset to add last, no colours', async () => {
    const text = await report('terminal')
    expect(text).toMatch(/^old → new: major\n/)
    expect(text).toContain('\nmajor  event-renamed: receiver\n')
    expect(text).toContain('\ndocuments  openapi major, asyncapi major\n')
    expect(text).not.toContain('\u001b')
    expect(await report('terminal', 'declared')).toContain(`\n${sentence}\n`)
    const short = await report('terminal', 'short')
    expect(short).toContain(
      `\nchangesets fall short: @partner-platform/client needs major, has minor\nWrite this to short/contract-major.md:\n\n${missing}`,
    )
    expect(short).toMatch(/---\n\nBreaking: [^\n]*the field[^\n]*\.\n$/)
  })

  it('markdown: a changelog entry by severity, with names in backticks unchanged', async () => {
    const text = await report('markdown')
    expect(text).toMatch(/^## major: old → new\n\n### Breaking\n\n- \*\*(caller|receiver):\*\* /)
    expect(text).toContain('\n### Compatible\n\n- **receiver:** `put` is new (`openapi.json:1#')
    expect(text).toContain('\n- **caller:** the field `a<b>|c` is new (`openapi.json:1#')
    expect(text).toContain('| `@partner-platform/client` | major |')
    expect(await report('markdown', 'declared')).toContain(`\n\n${sentence}\n`)
    const short = await report('markdown', 'short')
    expect(short).toContain('`@partner-platform/client` needs major, has minor.')
    expect(short).toContain(`\nWrite this to \`short/contract-major.md\`:\n\n~~~md\n${missing}`)
  })

  it('github: one annotation per line, an error for each break that is not declared', async () => {
    const event = 'file=new/asyncapi.json,line=1,title=major%3A event-renamed (receiver)::'
    const lines = (await report('github')).trimEnd().split('\n')
    for (const line of lines) expect(line).toMatch(/^::(error|notice) [^:]*::./)
    expect(lines.filter((line) => line.startsWith(`::error ${event}`))).toHaveLength(1)
    expect(lines.at(-1)).toBe('::notice title=contract::old → new: major')
    const declared = await report('github', 'declared')
    expect(declared).not.toContain('::error')
    expect(declared).toContain(`::warning ${event}`)
    expect(declared).toContain(`\n::notice title=changesets::${sentence}\n`)
    const short = await report('github', 'short')
    expect(short).toContain(`::error ${event}`)
    expect(short).toContain(
      `\n::error title=changeset missing::@partner-platform/client needs major, has minor\n::notice title=changeset to add::Write this to short/contract-major.md:%0A%0A${missing.replaceAll('\n', '%0A')}`,
    )
  })
})
