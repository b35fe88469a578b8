import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { createContractJudge } from '../../../src/mutate/judges.ts'
import { listMutants } from '../../../src/mutate/list-mutants.ts'

const specs = join(root, 'specs')
const mutants = listMutants({ parts: [] })

it('a contract judge names the check that fails, and lets a mutant that no check notices survive', async () => {
  const judge = await createContractJudge(specs)
  const id = 'specs/schemas/submission.yaml #/required drop required 1'
  const mutant = mutants.find((one) => one.id === id)
  if (!mutant) throw new Error(`There is no ${id}.`)
  expect(await judge(mutant)).toEqual({ fate: 'killed', by: expect.stringMatching(/^\w+\//) })
  const required = ['uuid', 'status', 'contactStatus', 'visa', 'applicant']
  const text = JSON.stringify({ ...JSON.parse(mutant.text), required })
  expect(await judge({ ...mutant, text })).toEqual({ fate: 'survived', by: '' })
})

it('a contract judge refuses a contract that fails without a mutant', async () => {
  const copy = temporaryFolder()
  const isMeant = (from: string) => !/[\\/](node_modules|test|reports)$/.test(from)
  await cp(specs, copy, { recursive: true, filter: isMeant })
  await writeFile(join(copy, 'schemas/visa.yaml'), 'title: Visa\ntype: nothing\n')
  await expect(createContractJudge(copy)).rejects.toThrow('red without any mutant')
})
