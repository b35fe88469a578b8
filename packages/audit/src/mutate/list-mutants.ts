import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import { readSpecs } from '@partner-platform/lint/contract'
import { makeContractMutants } from './contract-mutants.ts'
import { listContract } from './create-contract-judge.ts'
import type { Group, Part } from './groups.ts'
import type { Mutant } from './mutant.ts'
import { makeSourceMutants } from './source-mutants.ts'

/** Every mutant of a group, in an order that stays. */
export function listMutants({ parts }: Pick<Group, 'parts'>): Mutant[] {
  if (parts.length > 0) return parts.flatMap(ofPart)
  return listContract(readSpecs(join(root, 'specs'))).flatMap(({ file, value }) =>
    makeContractMutants(`specs/${file}`, value),
  )
}

function ofPart({ folder, files }: Part): Mutant[] {
  const found = files.flatMap((pattern) => {
    const names = globSync(pattern, { cwd: join(root, folder) })
    if (names.length === 0) throw new Error(`${folder} has no ${pattern}: correct it in groups.ts.`)
    return names.sort()
  })
  return found.flatMap((name) => {
    const file = `${folder}/${name.replaceAll('\\', '/')}`
    return makeSourceMutants(file, readFileSync(join(root, file), 'utf8'))
  })
}
