import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { specsFolder } from '@partner-platform/contract-kit'
import { afterAll, describe, expect, it } from 'vitest'
import type { Edit } from '../corpus/apply-edits.ts'
import { linkSpecs } from '../corpus/make-sides.ts'
import { compareBehaviour } from '../src/behaviour/compare-behaviour.ts'
import type { Finding } from '../src/finding.ts'
import { openSide } from '../src/sides/open-side.ts'
import { generateSide } from '../src/types/generated-side.ts'

const root = mkdtempSync(join(tmpdir(), 'compat-behaviour-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function endOf(folder: string) {
  const side = openSide(folder, { cwd: folder, specs: 'specs' })
  return { side, generated: await generateSide(side) }
}

const ends = new Map<string, ReturnType<typeof endOf>>()

/** The contract after an edit. Its code is generated once. */
function endAfter(edit: Edit[]) {
  const key = JSON.stringify(edit)
  const folder = join(root, String(ends.size))
  const end = ends.get(key) ?? endOf(edit.length > 0 ? linkSpecs(folder, edit) : specsFolder)
  ends.set(key, end)
  return end
}

/** What old and new validators say of each other's values after an edit, beside what is known of it. */
async function behaviourOf(edit: Edit[], known: Finding[] = []) {
  return compareBehaviour(await endAfter([]), await endAfter(edit), { known })
}

const lookOf = ({ findings }: Awaited<ReturnType<typeof behaviourOf>>) =>
  findings.map(({ rule, document, hits }) => [rule, document, ...hits]).sort()

describe('old validators on new values, and new ones on old values', () => {
  it('find a tightened format by themselves, for whoever reads it', async () => {
    const edit: Edit = {
      file: 'schemas/country.yaml',
      op: 'replace',
      path: '/properties/isoCode/pattern',
      value: '^A[A-Z]$',
    }
    const result = await behaviourOf([edit])
    expect(lookOf(result)).toEqual([['new-reader-refuses', 'openapi', 'caller']])
    expect(result.payloads).toBeGreaterThan(100)
  })

  it('find a loosened format by themselves', async () => {
    const edit: Edit = {
      file: 'schemas/applicant.yaml',
      op: 'remove',
      path: '/properties/phone/pattern',
    }
    expect(lookOf(await behaviourOf([edit]))).toEqual([
      ['old-reader-refuses', 'asyncapi', 'receiver'],
    ])
  })

  it('find what the mark of the sender frees readers from', async () => {
    const edit: Edit = {
      file: 'schemas/submission.yaml',
      op: 'remove',
      path: '/else/x-sender-only',
    }
    const { findings, refusals } = await behaviourOf([edit])
    // What readers now refuse is nothing that a sender may send, so only the wire layer can see it.
    expect({ findings, refusals }).toEqual({ findings: [], refusals: 0 })
  })

  it('find nothing if an open set grows', async () => {
    const edit: Edit = {
      file: 'schemas/submission-status.yaml',
      op: 'add',
      path: '/anyOf/0/enum/-',
      value: 'REJECTED',
    }
    expect(lookOf(await behaviourOf([edit]))).toEqual([])
  })

  const loosened: Edit = {
    file: 'schemas/applicant.yaml',
    op: 'remove',
    path: '/properties/phone/pattern',
  }
  const known = (part: Partial<Finding>) =>
    ({
      document: 'asyncapi',
      level: 'major',
      hits: ['receiver'],
      source: { file: 'schemas/applicant.yaml', pointer: '/properties/phone/pattern' },
      ...part,
    }) as Finding

  it('say nothing of what follows from a change that is known to break', async () => {
    const { findings, refusals } = await behaviourOf([loosened], [known({})])
    expect(findings).toEqual([])
    expect(refusals).toBeGreaterThan(0)
  })

  it.each([
    ['another document', { document: 'openapi' }],
    [
      'a schema that is no part of it',
      { source: { file: 'schemas/country.yaml', pointer: '/properties/name' } },
    ],
    ['a change that only adds', { level: 'minor' }],
    ['what the sender sends first', { level: 'minor', hits: ['receiver', 'sender'] }],
    ['a change whose place is not known', { source: null }],
  ] as [string, Partial<Finding>][])('are not silenced by %s', async (_, part) => {
    expect(lookOf(await behaviourOf([loosened], [known(part)]))).toHaveLength(1)
  })

  it('find a bound beside a field that is new', async () => {
    const bound: Edit = {
      file: 'schemas/country.yaml',
      op: 'add',
      path: '/properties/uuid/maxLength',
      value: 8,
    }
    const field: Edit = {
      file: 'schemas/country.yaml',
      op: 'add',
      path: '/properties/flag',
      value: { type: 'string' },
    }
    const added = known({
      document: 'openapi',
      level: 'minor',
      hits: ['caller'],
      source: { file: 'schemas/country.yaml', pointer: '/properties/flag' },
    })
    expect(lookOf(await behaviourOf([bound, field], [added]))).toEqual([
      ['new-reader-refuses', 'openapi', 'caller'],
    ])
  })

  it('take what old values lack for what the sender sends first', async () => {
    const required: Edit = {
      file: 'schemas/applicant.yaml',
      op: 'add',
      path: '/required/-',
      value: 'phone',
    }
    const sendFirst = known({
      level: 'minor',
      hits: ['receiver', 'sender'],
      source: { file: 'schemas/applicant.yaml', pointer: '/required' },
    })
    expect(lookOf(await behaviourOf([required], [sendFirst]))).toEqual([])
    expect(lookOf(await behaviourOf([required]))).toHaveLength(1)
  })
})
