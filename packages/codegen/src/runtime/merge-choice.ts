import type { Finding } from './issue.ts'

/**
 * Adds the finding of a failed `anyOf` or `oneOf`, merged with what its branches found on the value itself. The
 * findings of the branches are the last of the earlier ones.
 */
export function mergeChoice(merged: Finding[], choice: Finding): void {
  if (choice.params.passing) {
    merged.push(expecting(choice, 'a value that fits exactly one of the alternatives'))
    return
  }
  let start = merged.length
  while (start > 0 && isInside(merged[start - 1]?.path, choice.path)) start -= 1
  merged.push(...mergeBranches(choice, merged.splice(start)))
}

const expecting = (choice: Finding, expected: string): Finding => ({
  ...choice,
  params: { expected },
})

function isInside(path: string | undefined, outer: string): boolean {
  return path === outer || path?.startsWith(`${outer}/`) === true
}

function mergeBranches(choice: Finding, branches: Finding[]): Finding[] {
  const flat = branches.filter((finding) => isOnValue(finding, choice.path))
  const undecided = expecting(choice, 'a value that fits one of the alternatives')
  if (flat.length < branches.length)
    return [
      ...branches.filter(({ keyword, path }) => keyword !== 'type' || path !== choice.path),
      undecided,
    ]
  const [first] = flat
  if (first === undefined) return [undecided]
  if (!flat.every(({ keyword }) => keyword === 'type'))
    return [{ ...choice, params: { branches: flat } }]
  return [{ ...first, params: { type: [...new Set(flat.flatMap(({ params }) => params.type))] } }]
}

/** On the value as a whole, not on a property or the name of one. */
function isOnValue({ path, params, propertyName }: Finding, outer: string): boolean {
  return path === outer && propertyName === undefined && params.property === undefined
}
