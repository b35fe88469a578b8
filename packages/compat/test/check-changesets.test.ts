import { expect, it } from 'vitest'
import { checkChangesets } from '../src/changesets/check-changesets.ts'
import type { Finding, Level } from '../src/finding.ts'
import { tellDeclared } from '../src/report/report.ts'

const finding = (level: Finding['level'], hits: Finding['hits']): Finding => ({
  layer: 'wire',
  document: 'openapi',
  pointer: '#/x',
  source: null,
  rule: 'rule',
  level,
  hits,
  packages: ['specs', 'client'],
  message: `${level} of <x>`,
  advice: 'Nothing.',
})
const changeset = (file: string, levels: { [name: string]: Level }) => ({
  file,
  levels: new Map(Object.entries(levels).map(([name, one]) => [`@partner-platform/${name}`, one])),
})
const check = (level: Finding['level'], changesets: ReturnType<typeof changeset>[]) => {
  const findings = [finding(level, ['receiver', 'caller']), finding('patch', [])]
  const comparison = { level, packages: { specs: level, client: level }, findings }
  const result = checkChangesets(comparison, changesets, { folder: '.changeset' })
  return { ...result, sentence: tellDeclared(comparison, result) }
}

it('adds up what several changesets declare, and names those that declare the level', () => {
  const { declaredBy, missing, sentence } = check('major', [
    changeset('a.md', { specs: 'major', client: 'patch' }),
    changeset('b.md', { client: 'major' }),
    changeset('c.md', { specs: 'minor', compat: 'major' }),
  ])
  expect(missing).toBeNull()
  expect(declaredBy).toEqual(['.changeset/a.md', '.changeset/b.md'])
  expect(sentence).toBe(
    'The break is declared by .changeset/a.md, .changeset/b.md. It breaks: caller, receiver.',
  )
})

it('takes a higher level than needed', () => {
  const { missing, sentence } = check('minor', [
    changeset('a.md', { specs: 'major', client: 'minor' }),
  ])
  expect(missing).toBeNull()
  expect(sentence).toBe('The change is declared by .changeset/a.md.')
})

it('prints a changeset of only the packages and changes that fall short', () => {
  expect(check('minor', [changeset('a.md', { specs: 'minor', client: 'patch' })]).missing).toEqual({
    path: '.changeset/contract-minor.md',
    text: "---\n'@partner-platform/client': minor\n---\n\nNew: minor of \\<x\\> (`openapi #/x`).\n",
  })
})
