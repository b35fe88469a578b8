import { mkdtempSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createContractJudge } from '../../src/mutate/create-contract-judge.ts'
import type { Judge } from '../../src/mutate/create-source-judge.ts'
import { groups } from '../../src/mutate/groups.ts'
import { listMutants } from '../../src/mutate/list-mutants.ts'

const specs = join(root, 'specs')
const [group] = groups
const mutants = listMutants({ parts: group?.parts ?? [] })
const find = (id: string) => {
  const mutant = mutants.find((one) => one.id === id)
  if (!mutant) throw new Error(`There is no ${id}.`)
  return mutant
}

describe('createContractJudge', () => {
  // It tries the contract without a change, by all checks, before it judges anything.
  let judge: Judge
  beforeAll(async () => {
    judge = await createContractJudge(specs)
  })

  it('names the check that turns red', async () => {
    const mutant = find('specs/schemas/submission.yaml #/required drop required 1')
    expect(await judge(mutant)).toEqual({ fate: 'killed', by: expect.stringMatching(/^\w+\//) })
  })

  it('lets what no check sees survive', async () => {
    const { text, ...mutant } = find('specs/schemas/submission.yaml #/required drop required 1')
    const same = {
      ...JSON.parse(text),
      required: ['uuid', 'status', 'contactStatus', 'visa', 'applicant'],
    }
    expect(await judge({ ...mutant, text: JSON.stringify(same) })).toEqual({
      fate: 'survived',
      by: '',
    })
  })
})

it('is no judge of a contract that is red already', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'specs-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  const isMeant = (from: string) => !/[\\/](node_modules|test|reports)$/.test(from)
  await cp(specs, copy, { recursive: true, filter: isMeant })
  await writeFile(join(copy, 'schemas/visa.yaml'), 'title: Visa\ntype: nothing\n')
  await expect(createContractJudge(copy)).rejects.toThrow('red without any mutant')
})

it('has mutants of every operator that the contract gives a place', () => {
  const operators = new Set(mutants.map(({ operator }) => operator))
  for (const operator of [
    ...['drop required', 'rename properties', 'remove properties', 'retype', 'loosen enum'],
    ...['remove headers', 'flip condition', 'flip boolean', 'drop keyword', 'change constant'],
  ]) {
    expect([...operators]).toContain(operator)
  }
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
  expect(mutants.length).toBeGreaterThan(500)
})
