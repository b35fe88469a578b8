import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import { readSpecs } from '@partner-platform/lint/contract'
import { makeContractMutants } from './contract-mutants.ts'
import type { Group, Part } from './groups.ts'
import { listContract } from './judges.ts'
import type { Mutant } from './mutant.ts'
import { makeSourceMutants } from './source-mutants.ts'

/** Every mutant of a group, in a stable order. */
export function listMutants({ parts }: Pick<Group, 'parts'>): Mutant[] {
  if (parts.length > 0) return parts.flatMap(ofPart)
  return listContract(readSpecs(join(root, 'specs'))).flatMap(({ file, value }) =>
    makeContractMutants(`specs/${file}`, value),
  )
}

function ofPart({ folder, files }: Part): Mutant[] {
  const names = files.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: join(root, folder) })
    if (found.length === 0)
      throw new Error(`${folder} has no ${pattern}: correct it in groups.yaml.`)
    return found.sort()
  })
  return names.flatMap((name) => {
    const file = `${folder}/${name.replaceAll('\\', '/')}`
    return makeSourceMutants(file, readFileSync(join(root, file), 'utf8'))
  })
}

/** Part of the draw: another seed gives another sample of the same mutants. */
export const sampleSeed = 'mutate-1'

/** At most `limit` mutants, in order. Each has its own draw, so new mutants hardly change the sample. */
export function sample(mutants: readonly Mutant[], limit: number): Mutant[] {
  const drawOf = ({ id }: Mutant) =>
    createHash('sha256').update(`${sampleSeed} ${id}`).digest('hex')
  const draws = new Map(mutants.map((mutant) => [mutant, drawOf(mutant)]))
  const [firstLeft] = [...draws.values()].sort().slice(limit)
  return mutants.filter((one) => firstLeft === undefined || (draws.get(one) ?? '') < firstLeft)
}
