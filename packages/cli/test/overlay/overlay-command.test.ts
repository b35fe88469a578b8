import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectRefused, runCommand } from '../run.ts'

const document = `# The head stays.
openapi: 3.1.0
info:
  title: Old # the name
  version: "1"
servers:
  - url: https://a.example
    x-name: a
  - url: https://b.example
    x-name: b
paths:
  /a:
    get:
      tags: [A]
      responses:
        200: { description: Fine. }
`
const head = 'overlay: 1.0.0\ninfo: { title: T, version: "1" }\n'
const action = (text: string) => `${head}actions:\n  - ${text}\n`

let folder: string
const at = (name: string) => join(folder, name)
const write = (name: string, text: string) => writeFileSync(at(name), text)
beforeEach(() => {
  folder = temporaryFolder({ 'api.yaml': document })
})

async function apply(overlay: string, ...options: string[]) {
  write('overlay.yaml', overlay)
  const result = await runCommand(['overlay', at('api.yaml'), at('overlay.yaml'), ...options])
  return { ...result, stderr: result.stderr.replaceAll(`${folder}/`, '') }
}

describe('overlay changes', () => {
  const rows: [name: string, overlay: string, ...edits: [from: string | RegExp, to: string][]][] = [
    [
      'a text, below its comment',
      action('{ target: $.info, update: { title: New } }'),
      ['  title: Old # the name', '  title: New # the name'],
    ],
    [
      'to text that older readers of YAML would take for something else, in quotes',
      action('{ target: $.info, update: { x-on: "no", x-at: "12:30:00", x-day: "2026-11-22" } }'),
      [
        '  version: "1"\n',
        '  version: "1"\n  x-on: "no"\n  x-at: "12:30:00"\n  x-day: "2026-11-22"\n',
      ],
    ],
    [
      'each place that a filter finds',
      action("{ target: \"$.servers[?@['x-name'] != 'c']\", update: { x-seen: true } }"),
      ['    x-name: a\n', '    x-name: a\n    x-seen: true\n'],
      ['    x-name: b\n', '    x-name: b\n    x-seen: true\n'],
    ],
    [
      'a list, by a further item',
      action('{ target: $.servers, update: { url: https://c.example } }'),
      ['    x-name: b\n', '    x-name: b\n  - url: https://c.example\n'],
    ],
    [
      'a list in an object, by further items',
      action('{ target: "$.paths[\'/a\'].get", update: { tags: [B, C] } }'),
      ['[A]', '[ A, B, C ]'],
    ],
    [
      'below a key that is written as a number',
      action("{ target: \"$.paths['/a'].get.responses['200']\", update: { description: Good. } }"),
      ['Fine.', 'Good.'],
    ],
    [
      'several items of a list, by removing them',
      action('{ target: "$.servers[0,1,0]", remove: true }'),
      [/servers:\n[\s\S]*paths/, 'servers:\n  []\npaths'],
    ],
    [
      'a member, by removing it',
      action('{ target: $.info.version, remove: true }'),
      ['  version: "1"\n', ''],
    ],
    [
      'by one action what the one before it made',
      action(
        '{ target: $.info, update: { x-a: {} } }\n  - { target: "$.info[\'x-a\']", update: { b: 1 } }',
      ),
      ['  version: "1"\n', '  version: "1"\n  x-a:\n    b: 1\n'],
    ],
  ]
  it.each(rows)('%s', async (_, overlay, ...edits) => {
    const { code, stdout, stderr } = await apply(overlay)
    expect([code, stderr]).toEqual([0, ''])
    const wanted = edits.reduce<string>((text, [from, to]) => {
      expect(text).toMatch(from)
      return text.replace(from, to)
    }, document)
    const layout = (text: string) => text.replaceAll('[A]', '[ A ]').replaceAll(/\s*\[\]/g, ' []')
    expect(layout(stdout)).toBe(layout(wanted))
  })

  it('an aliased value in one place only', async () => {
    write('api.yaml', 'openapi: 3.1.0\nx-a: &a { b: 1 }\nx-c: *a\n')
    const { stdout } = await apply(action('{ target: "$[\'x-c\']", update: { b: 2 } }'))
    expect(stdout).toBe('openapi: 3.1.0\nx-a: { b: 1 }\nx-c: { b: 2 }\n')
  })

  it('JSON into JSON, and takes an overlay in JSON', async () => {
    write('api.json', '{ "asyncapi": "3.0.0", "info": { "title": "Old" } }')
    const actions = [{ target: '$.info', update: { title: 'New' } }]
    const info = { title: 'T', version: '1' }
    write('overlay.json', JSON.stringify({ overlay: '1.0.1', info, actions }))
    const { code, stdout } = await runCommand(['overlay', at('api.json'), at('overlay.json')])
    expect([code, stdout]).toEqual([
      0,
      '{\n  "asyncapi": "3.0.0",\n  "info": {\n    "title": "New"\n  }\n}\n',
    ])
  })

  it.each([
    ['JSON', 'api.json', '{ "openapi": "3.1.0", "x-a": 9007199254740993 }'],
    ['YAML', 'api.yaml', 'openapi: 3.1.0\nx-a: 9007199254740993\n'],
  ])('%s, and keeps integers that no JavaScript number holds', async (_, name, text) => {
    write(name, text)
    write('overlay.yaml', action('{ target: $, update: { x-b: [-12345678901234567890, 7] } }'))
    const { code, stdout } = await runCommand(['overlay', at(name), at('overlay.yaml')])
    expect(code).toBe(0)
    expect(stdout).toMatch(/x-a"?: 9007199254740993\b/)
    expect(stdout).toMatch(/x-b"?:\s+\[?-?\s*-12345678901234567890,?\s+-?\s*7\b/)
  })

  it('with several overlays, in their order', async () => {
    write('first.yaml', action('{ target: $.info, update: { x-a: {} } }'))
    write('second.yaml', action('{ target: "$.info[\'x-a\']", update: { b: 1 } }'))
    const one = await runCommand(['overlay', at('api.yaml'), at('first.yaml'), at('second.yaml')])
    expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('  x-a:\n    b: 1\n')])
    const other = await runCommand(['overlay', at('api.yaml'), at('second.yaml'), at('first.yaml')])
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringMatching(/second\.yaml:4 action 1/),
    ])
  })
})

describe('overlay writes', () => {
  const overlay = action('{ target: $.info, update: { title: New } }')

  it('the whole file, also in place of the document that the overlay extends', async () => {
    const own = `extends: ./api.yaml\n${overlay}`
    const { code, stdout } = await apply(own, '--out', at('api.yaml'))
    expect([code, stdout]).toEqual([0, `${at('api.yaml')}: 1 action applied.\n`])
    expect(readFileSync(at('api.yaml'), 'utf8')).toContain('title: New # the name')
    expect(readdirSync(folder).toSorted()).toEqual(['api.yaml', 'overlay.yaml'])
  })

  it('with --json one document that lists what was done where', async () => {
    const { code, stdout } = await apply(overlay, '--json')
    const { ok, actions, content } = JSON.parse(stdout)
    expect([code, ok, content]).toEqual([0, true, expect.stringContaining('title: New')])
    const [done] = actions
    expect(done).toEqual({
      at: `${at('overlay.yaml')}:4`,
      target: '$.info',
      kind: 'update',
      places: 1,
    })
  })
})

describe('an overlay fails with one line, and nothing is written, if', () => {
  const two = '{ target: $.info, update: {} }\n  - { target: $.gone, remove: true }'
  const noPath = /:4 action 1 has a target that is not a JSONPath of RFC 9535: \$\.a\[: unclosed/
  const gone = /^overlay\.yaml:5 action 2 matches nothing in api\.yaml; its target is \$\.gone\./m
  const plain = '{ target: $.info.title, update: {} }'
  const both = '{ target: $.info, remove: true, update: {} }'
  const failed: [string, string, RegExp][] = [
    ['a target matches nothing', two, gone],
    ['a plain value is updated', plain, /a plain value: .*\.title/],
    ['an object is updated with a text', '{ target: $.info, update: New }', /must be an object/],
    ['all is removed', '{ target: $, remove: true }', /:4 action 1 would remove the whole docum/],
  ]
  const invalid: [string, string, RegExp][] = [
    ['an action is a text', 'x', /^overlay\.yaml:4 action 1 must be an object with target/],
    ['an action has no target', '{ remove: true }', /:4 action 1 needs a target/],
    ['an action has both', both, /both update and remove/],
    ['an action has neither', '{ target: $.info }', /:4 action 1 changes nothing: add update or/],
    ['remove is a text', '{ target: $, remove: "yes" }', /:4 action 1 has an invalid remove/],
    ['an action has an unknown member', '{ target: $.info, updates: {} }', /:4 .*member updates/],
    ['a target is not a JSONPath', '{ target: "$.a[", update: {} }', noPath],
  ]
  const elsewhere = `${head}extends: https://a.example/api.yaml`
  const other = `${head}extends: other.yaml`
  const wholes: [string, string, RegExp][] = [
    ['it is a list', '[]', /^overlay\.yaml is not an overlay: it must be an object/],
    ['it is not YAML', 'overlay: [', /^overlay\.yaml:1 cannot be parsed: /],
    ['it has another version', 'overlay: 1.1.0', /Write overlay: 1\.0\.0/],
    ['its version is a number', 'overlay: 1.0', /Write overlay: 1\.0\.0/],
    ['it has no info', 'overlay: 1.0.0\nactions: []', /needs info with title and version/],
    ['it has no actions', head, /^overlay\.yaml changes nothing: add one or more actions/],
    ['its actions are empty', `${head}actions: []`, /changes nothing: add one or more actions/],
    ['it has an unknown member', `${head}action: []`, /member action\. Use overlay, info, extends/],
    ['it extends another document', other, /extends other\.yaml, not .*api/],
    ['it extends another site', elsewhere, /extends https:\/\/a\.example\/api\.yaml, not/],
  ]
  const withExit = (rows: [string, string, RegExp][], exit: 1 | 2, wrap = action) =>
    rows.map(([name, overlay, says]) => [name, wrap(overlay), says, exit] as const)
  it.each([
    ...withExit(failed, 1),
    ...withExit(invalid, 2),
    ...withExit(wholes, 2, (overlay) => overlay),
  ])('%s', async (_, overlay, says, exit) => {
    const before = readFileSync(at('api.yaml'))
    await expectRefused(apply(overlay, '--out', at('api.yaml')), says, exit)
    expect(readFileSync(at('api.yaml'))).toEqual(before)
    expect(readdirSync(folder).toSorted()).toEqual(['api.yaml', 'overlay.yaml'])
  })
})

describe('overlay is refused with', () => {
  const overlay = action('{ target: $.info, update: {} }')

  it.each([
    ['another document', 'title: x', /^.*api\.yaml is not an OpenAPI or AsyncAPI document/],
    ['a document with a key twice', 'openapi: 3.1.0\na: 1\na: 2', /api\.yaml:3 cannot be parsed: /],
    ['a document of too many aliases', bomb(), /api\.yaml cannot be read: Excessive alias count/],
  ])('%s', async (_, text, says) => {
    write('api.yaml', text)
    await expectRefused(apply(overlay), says)
  })

  it('a place for the result that is of another form, or cannot be written', async () => {
    await expectRefused(apply(overlay, '--out', at('api.json')), /^--out must end in \.yaml/)
    await expectRefused(apply(overlay, '--out', at('none/api.yaml')), /ENOENT/)
  })
})

function bomb(): string {
  const rows = 'bcdefghij'.split('').map((name, index) => {
    const last = 'abcdefghi'[index]
    return `${name}: &${name} [${Array(9).fill(`*${last}`).join(', ')}]`
  })
  return ['openapi: 3.1.0', 'a: &a [x]', ...rows].join('\n')
}
