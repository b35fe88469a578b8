import { describe, expect, it } from 'vitest'
import { asyncapi, folderWith, openapi } from './documents.ts'
import { runHere } from './run-bin.ts'

const files = {
  'old/openapi.json': openapi({ fields: ['id', 'odd|`name'] }),
  'old/asyncapi.json': asyncapi(),
  'new/openapi.json': openapi({ fields: ['id', 'more'] }),
  'new/asyncapi.json': asyncapi({ name: 'thing.built' }),
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

  it('terminal: verdict first, no colours where nobody sees them', async () => {
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

  it('markdown: a name in backticks stands as it is', async () => {
    const folder = folderWith({
      'a/openapi.json': openapi(),
      'b/openapi.json': openapi({ fields: ['id', 'a<b>|c'] }),
    })
    const { stdout } = await runHere(['a', 'b', '--format', 'markdown'], folder)
    expect(stdout).toContain('the field `a<b>|c` is new')
  })

  it('github: one annotation a line, an error where it breaks', async () => {
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
