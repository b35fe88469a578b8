import { describe, expect, it } from 'vitest'
import { type Edit, makeEdits } from './broken-copy.ts'
import { checkTodos } from './lint/check-todos.ts'

const record = 'decisions/D-001-signed-bytes.md'
const cases = 'examples/agent/cases.yaml'

/** What is found with the edit, and not without it. */
function find(edit: Edit) {
  const known = checkTodos(makeEdits([])).map((one) => JSON.stringify(one))
  const found = checkTodos(makeEdits([edit]))
  return found.filter((one) => !known.includes(JSON.stringify(one)))
}

describe('the check of what is still to be written', () => {
  it.each<[string, Edit, string, string]>([
    [
      'a description of a document',
      {
        file: 'openapi.yaml',
        from: 'summary: List origin countries',
        to: 'summary: "TODO: Say what it lists."',
      },
      '#/paths/~1api~1v1~1platform~1countries/get/summary',
      'Say what it lists.',
    ],
    [
      'a case of an example',
      { file: cases, from: 'says: …', to: 'says: "TODO: Say what it shows."' },
      '#/valid~1agent/says',
      'Say what it shows.',
    ],
    [
      'the front matter of a record',
      { file: record, from: 'title: …', to: 'title: "TODO: Write the choice in one line."' },
      '#/title',
      'Write the choice in one line.',
    ],
    [
      'a paragraph of a record, up to its end',
      {
        file: record,
        from: '**Choice.** …',
        to: '**Choice.** TODO: Say what\nis signed.\n\nMore.\n',
      },
      '#',
      'Say what is signed.',
    ],
  ])('finds %s', (_says, edit, pointer, fix) => {
    const [problem, ...others] = find(edit)
    expect(others).toEqual([])
    expect(problem).toMatchObject({
      ...{ file: edit.file, pointer, rule: 'todos/open', fix },
      message: 'A person must decide this, and has not yet.',
    })
    const text = new TextDecoder().decode(makeEdits([edit]).bytes.get(edit.file))
    expect(text.split('\n')[(problem?.line ?? 0) - 1]).toContain('TODO: ')
  })

  it('finds nothing in examples, where it is data', () => {
    const file = 'examples/agent/valid/agent.json'
    expect(find({ file, from: '"companyName": "…"', to: '"companyName": "TODO: x"' })).toEqual([])
  })
})
