import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { specsFolder } from './broken-copy.ts'

// An editor checks these files while a person types. The lint has the last word.

const root = join(specsFolder, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const settings: { 'yaml.schemas': Record<string, string> } = JSON.parse(
  read('.vscode/settings.json'),
)

it.each(['cases', 'statements'])('%s.schema.json accepts the files of the contract', (name) => {
  const schema = `.vscode/${name}.schema.json`
  const files = globSync(settings['yaml.schemas'][schema] ?? '', { cwd: root })
  expect(files).not.toEqual([])
  const validate = new Ajv().compile(JSON.parse(read(schema)))
  for (const file of files) {
    validate(parse(read(file)))
    expect([file, validate.errors]).toEqual([file, null])
  }
})

const says = 'One sentence.'
it.each([
  ['cases', 'an id without quotes', { 'valid/one': { says, rule: 6.3 } }],
  ['cases', 'an unknown folder', { 'right/one': { says, rule: '6.3' } }],
  ['cases', 'an unknown field', { 'valid/one': { says, rule: '6.3', path: '' } }],
  ['cases', 'an invalid example without a path', { 'invalid/one': { says, rule: 'D-001' } }],
  ['statements', 'an unknown field', [{ id: '1.1', says, hold: [] }]],
  ['statements', 'a value without a node', [{ id: '1.1', says, holds: [{ is: 1 }] }]],
  ['statements', 'a node without a value', [{ id: '1.1', says, holds: [{ node: 'a.yaml#/b' }] }]],
])('%s.schema.json refuses %s', (name, _, value) => {
  expect(new Ajv().validate(JSON.parse(read(`.vscode/${name}.schema.json`)), value)).toBe(false)
})
