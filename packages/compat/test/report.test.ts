import { describe, expect, it } from 'vitest'
import { asyncapi, folderWith, openapi } from './documents.ts'
import { runHere } from './run-bin.ts'

const files = {
  'old/openapi.json': openapi({ fields: ['id', 'odd|`name'] }),
  'old/asyncapi.json': asyncapi(),
  'new/openapi.json': openapi({ fields: ['id', 'more'] }),
  'new/asyncapi.json': asyncapi({ name: 'thing.built' }),
}
const packages = ['specs', 'types', 'validators', 'client', 'webhooks', 'conformance', 'cli']
const head = packages.map((name) => `'@partner-platform/${name}': major\n`).join('')
/** Standard output of a run against this changeset. */
const runWith = async (format: string, changeset: string, wanted: 0 | 1) => {
  const args = ['old', 'new', '--format', format, '--changeset', '.changeset']
  const { code, stdout } = await runHere(
    args,
    folderWith({ ...files, '.changeset/one.md': changeset }),
  )
  expect(code).toBe(wanted)
  return stdout
}
const run = async (format: string) => {
  const { code, stdout, stderr } = await runHere(
    ['old', 'new', '--format', format],
    folderWith(files),
  )
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  return stdout
}

describe('reports', () => {
  it('json: the whole comparison', async () => {
    const report = JSON.parse(await run('json'))
    expect(report).toMatchObject({
      reportVersion: 1,
      from: 'old',
      to: 'new',
      level: 'major',
      documents: { openapi: 'major', asyncapi: 'major' },
      packages: { specs: 'major', client: 'major', webhooks: 'major' },
      changesets: null,
    })
    for (const finding of report.findings) {
      expect(Object.keys(finding).sort()).toEqual([
        'advice',
        'document',
        'hits',
        'layer',
        'level',
        'message',
        'packages',
        'pointer',
        'rule',
        'source',
      ])
    }
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        rule: 'event-renamed',
        hits: ['receiver'],
        pointer: '#/channels/things/messages/made',
        source: { file: 'asyncapi.json', pointer: '/components/messages/made/name', line: 1 },
      }),
    )
    const levels = report.findings.map(({ level }: { level: string }) => level)
    expect(levels).toEqual(
      [...levels].sort(
        (one, other) => 'majorminorpatch'.indexOf(one) - 'majorminorpatch'.indexOf(other),
      ),
    )
  })

  it('terminal: verdict first, colours on a terminal only', async () => {
    const lines = (await run('terminal')).split('\n')
    expect(lines[0]).toBe('old → new: major')
    expect(lines).toContain('major  event-renamed: receiver')
    expect(lines).toContain('documents  openapi major, asyncapi major')
    expect(lines.join('')).not.toContain('\u001b')
  })

  it('markdown: a changelog entry by severity', async () => {
    const text = await run('markdown')
    expect(text).toMatch(/^## major: old → new\n\n### Breaking\n\n- \*\*(caller|receiver):\*\* /)
    expect(text).toMatch(/\n### New\n\n- \*\*caller:\*\* the field `more` is new \(`openapi\.json#/)
    expect(text).toContain('| `@partner-platform/client` | major |')
  })

  it('markdown: a name in backticks is unchanged', async () => {
    const folder = folderWith({
      'a/openapi.json': openapi(),
      'b/openapi.json': openapi({ fields: ['id', 'a<b>|c'] }),
    })
    const { stdout } = await runHere(['a', 'b', '--format', 'markdown'], folder)
    expect(stdout).toContain('the field `a<b>|c` is new')
  })

  it('github: one annotation per line, an error for each break', async () => {
    const lines = (await run('github')).trimEnd().split('\n')
    for (const line of lines) expect(line).toMatch(/^::(error|notice) [^:]*::./)
    expect(
      lines.some((line) =>
        /^::error file=new\/asyncapi\.json,line=1,title=major%3A event-renamed \(receiver\)::/.test(
          line,
        ),
      ),
    ).toBe(true)
    expect(lines.at(-1)).toBe('::notice title=contract::old → new: major')
  })
})

describe('reports of a break that changesets declare', () => {
  const declared = `---\n${head}---\n\nMore.\n`
  const sentence = 'The break is declared by .changeset/one.md. It breaks: caller, receiver.'

  it('terminal', async () => {
    const stdout = await runWith('terminal', declared, 0)
    expect(stdout).toContain('\nmajor  event-renamed: receiver\n')
    expect(stdout).toContain(`\n${sentence}\n`)
  })

  it('markdown', async () => {
    const stdout = await runWith('markdown', declared, 0)
    expect(stdout).toMatch(/\n### Breaking\n\n- \*\*(caller|receiver):\*\* /)
    expect(stdout).toContain(`\n\n${sentence}\n`)
  })

  it('json', async () => {
    const report = JSON.parse(await runWith('json', declared, 0))
    expect(report.level).toBe('major')
    expect(report.changesets).toEqual({
      declaredBy: ['.changeset/one.md'],
      shortfalls: [],
      missing: null,
    })
  })

  it('github: warnings, no errors', async () => {
    const stdout = await runWith('github', declared, 0)
    expect(stdout).not.toContain('::error')
    expect(stdout).toMatch(/^::warning file=new\/asyncapi\.json,.*\(receiver\)::/m)
    expect(stdout).toContain(`\n::notice title=changesets::${sentence}\n`)
  })
})

describe('reports of a break that changesets do not declare', () => {
  const short = `---\n${head.replace("cli': major", "cli': minor")}---\n\nMore.\n`
  const summary = /---\n\nBreaking: [^\n]*the event[^\n]*\.\n/
  const missing = "---\n'@partner-platform/cli': major\n---\n\nBreaking: "

  it('terminal: the changeset to add is last', async () => {
    const stdout = await runWith('terminal', short, 1)
    expect(stdout).toContain('\nmajor  event-renamed: receiver\n')
    expect(stdout).toContain(
      `\nchangesets fall short: @partner-platform/cli needs major, has minor\nWrite this to .changeset/contract-major.md:\n\n${missing}`,
    )
    expect(stdout).toMatch(summary)
  })

  it('markdown: the changeset to add is fenced', async () => {
    const stdout = await runWith('markdown', short, 1)
    expect(stdout).toContain('`@partner-platform/cli` needs major, has minor.')
    expect(stdout).toContain(
      `\nWrite this to \`.changeset/contract-major.md\`:\n\n~~~md\n${missing}`,
    )
  })

  it('json', async () => {
    const { changesets } = JSON.parse(await runWith('json', short, 1))
    expect(changesets).toEqual({
      declaredBy: ['.changeset/one.md'],
      shortfalls: [{ name: '@partner-platform/cli', wanted: 'major', declared: 'minor' }],
      missing: { path: '.changeset/contract-major.md', text: expect.stringContaining(missing) },
    })
  })

  it('github: errors', async () => {
    const stdout = await runWith('github', short, 1)
    expect(stdout).toMatch(/^::error file=new\/asyncapi\.json,.*\(receiver\)::/m)
    expect(stdout).toContain(
      `\n::error title=changeset missing::@partner-platform/cli needs major, has minor\n::notice title=changeset to add::Write this to .changeset/contract-major.md:%0A%0A${missing.replaceAll('\n', '%0A')}`,
    )
  })
})
