import { changesIn, type NodeChange } from './contract-operators.ts'
import type { Mutant } from './mutant.ts'
import { nameMutants } from './name-mutants.ts'

/** Every mutant of one document or schema. Its text is JSON, which is YAML too. */
export function makeContractMutants(file: string, value: unknown): Mutant[] {
  const same = toText(value)
  const drafts = changesIn(value).map(({ operator, path, value: to, change }) => ({
    ...{ operator, file, place: `#/${path.map(escapeKey).join('/')}`, change },
    text: toText(replaceAt(value, path, to)),
  }))
  return nameMutants(drafts.filter(({ text }) => text !== same))
}

/** The text of a document that the checks of the contract read like its YAML. */
export const toText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

const escapeKey = (key: string | number) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')

function replaceAt(node: unknown, [key, ...rest]: NodeChange['path'], to: unknown): unknown {
  if (key === undefined) return to
  if (Array.isArray(node)) {
    return node.map((one, index) => (index === key ? replaceAt(one, rest, to) : one))
  }
  const entries = Object.entries(node as Record<string, unknown>).map(([name, inner]) => [
    name,
    name === key ? replaceAt(inner, rest, to) : inner,
  ])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}
