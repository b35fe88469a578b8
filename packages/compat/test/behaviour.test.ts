import { join } from 'node:path'
import { specsFolder } from '@partner-platform/fixtures/tables'
import { describe, expect, it } from 'vitest'
import { linkSpecs } from '../corpus/make-sides.ts'
import type { Edit } from '../corpus/read-corpus.ts'
import { compareBehaviour } from '../src/compare-behaviour.ts'
import type { Finding } from '../src/finding.ts'
import { generateSide } from '../src/generated-side.ts'
import { openSide } from '../src/sides/open-side.ts'
import { useFolders } from './set-up.ts'

const folderWith = useFolders()

const ends = new Map<string, ReturnType<typeof generateSide>>()

/** The contract after an edit. Its code is generated once. */
function endAfter(edit: Edit[]) {
  const key = JSON.stringify(edit)
  const open = () => (edit.length > 0 ? linkSpecs(join(folderWith(), 'specs'), edit) : specsFolder)
  const end = ends.get(key) ?? generateSide(openSide(open(), { cwd: '/', specs: 'specs' }))
  ends.set(key, end)
  return end
}

/** What old and new validators say of each other's values after an edit, beside what is known of it. */
const behaviourOf = async (edit: Edit[], known: Finding[] = []) =>
  compareBehaviour(await endAfter([]), await endAfter(edit), { known })

const lookOf = ({ findings }: Awaited<ReturnType<typeof behaviourOf>>) =>
  findings.map(({ rule, document, hits }) => [rule, document, ...hits]).sort()

const edit = (file: string, op: Edit['op'], path: string, value?: unknown): Edit => ({
  file: `schemas/${file}.yaml`,
  op,
  path,
  ...(value !== undefined && { value }),
})
const loosened = edit('applicant', 'remove', '/properties/phone/pattern')
const refused = (rule: string, document: string, party: string) => [[rule, document, party]]

const known = (part: Partial<Finding>) =>
  ({
    document: 'asyncapi',
    level: 'major',
    hits: ['receiver'],
    source: {
      side: 'to' as const,
      file: 'schemas/applicant.yaml',
      pointer: '/properties/phone/pattern',
    },
    ...part,
  }) as Finding
const at = (file: string, pointer: string) => ({
  source: { side: 'to' as const, file: `schemas/${file}.yaml`, pointer },
})

describe('old validators on new values, and new ones on old values', () => {
  it('find a tightened and a loosened format by themselves, for whoever reads it', async () => {
    const path = '/properties/isoCode/pattern'
    const result = await behaviourOf([edit('country', 'replace', path, '^A[A-Z]$')])
    expect(lookOf(result)).toEqual(refused('new-reader-refuses', 'openapi', 'caller'))
    expect(result.payloads).toBeGreaterThan(100)
    const other = refused('old-reader-refuses', 'asyncapi', 'receiver')
    expect(lookOf(await behaviourOf([loosened]))).toEqual(other)
  })

  it.each([
    // What readers now refuse is nothing that a sender may send, so only the wire layer can see it.
    ['the mark of the sender goes', edit('submission', 'remove', '/else/x-sender-only'), 0],
    [
      'an open set grows',
      edit('submission-status', 'add', '/anyOf/0/enum/-', 'REJECTED'),
      expect.any(Number),
    ],
  ])('find nothing if %s', async (_, one, refusals) => {
    expect(await behaviourOf([one])).toMatchObject({ findings: [], refusals })
  })

  it('say nothing of what follows from a change that is known to break', async () => {
    const { findings, refusals } = await behaviourOf([loosened], [known({})])
    expect(findings).toEqual([])
    expect(refusals).toBeGreaterThan(0)
  })

  it.each<[string, Partial<Finding>]>([
    ['another document', { document: 'openapi' }],
    ['a schema that is no part of it', at('country', '/properties/name')],
    ['a change that only adds', { level: 'minor' }],
    ['what the sender sends first', { level: 'minor', hits: ['receiver', 'sender'] }],
    ['a change whose place is not known', { source: null }],
  ])('are not silenced by %s', async (_, part) => {
    expect(lookOf(await behaviourOf([loosened], [known(part)]))).toHaveLength(1)
  })

  it('find a bound beside a field that is new', async () => {
    const bound = edit('country', 'add', '/properties/uuid/maxLength', 8)
    const field = edit('country', 'add', '/properties/flag', { type: 'string' })
    const place = at('country', '/properties/flag')
    const added = known({ document: 'openapi', level: 'minor', hits: ['caller'], ...place })
    const found = lookOf(await behaviourOf([bound, field], [added]))
    expect(found).toEqual(refused('new-reader-refuses', 'openapi', 'caller'))
  })

  it('take what old values lack for what the sender sends first', async () => {
    const required = edit('applicant', 'add', '/required/-', 'phone')
    const place = at('applicant', '/required')
    const sendFirst = known({ level: 'minor', hits: ['receiver', 'sender'], ...place })
    expect(lookOf(await behaviourOf([required], [sendFirst]))).toEqual([])
    expect(lookOf(await behaviourOf([required]))).toHaveLength(1)
  })
})
