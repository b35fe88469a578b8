import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { specsFolder } from '@partner-platform/contract-kit'
import { describe, expect, it } from 'vitest'
import { applyEdits, type Edit } from '../corpus/apply-edits.ts'
import { compareBehaviour } from '../src/behaviour/compare-behaviour.ts'
import type { Finding } from '../src/finding.ts'
import { openSide } from '../src/sides/open-side.ts'
import { generateSide } from '../src/types/generated-side.ts'
import { folderWith } from './documents.ts'

async function endOf(folder: string) {
  const side = openSide(folder, { cwd: folder, specs: 'specs' })
  return { side, generated: await generateSide(side) }
}

/** What old and new validators say of each other's values after an edit, if nothing was explained before. */
async function behaviourOf(edit: Edit[], explained: Finding[] = []) {
  const folder = folderWith()
  for (const part of ['openapi.yaml', 'asyncapi.yaml', 'schemas', 'examples']) {
    cpSync(join(specsFolder, part), join(folder, part), { recursive: true })
  }
  applyEdits(edit, folder)
  return compareBehaviour(await endOf(specsFolder), await endOf(folder), { explained })
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

  it('find nothing where an open set grows', async () => {
    const edit: Edit = {
      file: 'schemas/submission-status.yaml',
      op: 'add',
      path: '/anyOf/0/enum/-',
      value: 'REJECTED',
    }
    expect(lookOf(await behaviourOf([edit]))).toEqual([])
  })

  it('say nothing of a document whose change is explained', async () => {
    const edit: Edit = {
      file: 'schemas/applicant.yaml',
      op: 'remove',
      path: '/properties/phone/pattern',
    }
    const known = { document: 'asyncapi', level: 'major' } as Finding
    const { findings, refusals } = await behaviourOf([edit], [known])
    expect(findings).toEqual([])
    expect(refusals).toBeGreaterThan(0)
    const elsewhere = { document: 'openapi', level: 'major' } as Finding
    expect(lookOf(await behaviourOf([edit], [elsewhere]))).toHaveLength(1)
  })
})
