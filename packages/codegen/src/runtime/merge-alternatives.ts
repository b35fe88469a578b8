import type { Finding } from './finding.ts'

/**
 * The findings without the echoes of composed rules. A failed choice (`anyOf`, `oneOf`) takes the
 * failures of its branches on the value itself into one; a wrong type hides what follows from it; a
 * name that broke a rule is told once; `if` is told by what its `then` or `else` found.
 */
export function mergeAlternatives(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = []
  for (const finding of findings) {
    if (isUndecided(finding)) merged.push(...mergeBranches(finding, takeTail(merged, finding.path)))
    else if (finding.keyword !== 'propertyNames' || !isNameTold(merged, finding))
      merged.push(finding)
  }
  const told = merged.filter((finding) => finding.keyword !== 'if' && !isEcho(finding, merged))
  return told.length > 0 ? told : merged
}

/** A choice of which no branch passed. */
function isUndecided({ keyword, params }: Finding): boolean {
  return keyword === 'anyOf' || (keyword === 'oneOf' && params.passingSchemas === null)
}

/** Takes the findings on the value and inside it off the end: they are those of the branches. */
function takeTail(merged: Finding[], path: string): Finding[] {
  let start = merged.length
  while (start > 0 && isInside(merged[start - 1]?.path, path)) start -= 1
  return merged.splice(start)
}

function isInside(path: string | undefined, outer: string): boolean {
  return path === outer || path?.startsWith(`${outer}/`) === true
}

function mergeBranches(choice: Finding, branches: Finding[]): Finding[] {
  const flat = branches.filter((finding) => isOnValue(finding, choice.path))
  if (flat.length < branches.length)
    return [
      ...branches.filter(({ keyword, path }) => keyword !== 'type' || path !== choice.path),
      choice,
    ]
  const [first] = flat
  if (first === undefined) return [choice]
  if (!flat.every(({ keyword }) => keyword === 'type'))
    return [{ ...choice, params: { ...choice.params, branches: flat } }]
  return [{ ...first, params: { type: [...new Set(flat.flatMap(({ params }) => params.type))] } }]
}

/** On the value as a whole, not on a property or the name of one. */
function isOnValue({ path, params, propertyName }: Finding, outer: string): boolean {
  const isOnProperty =
    'missingProperty' in params || 'additionalProperty' in params || 'unevaluatedProperty' in params
  return path === outer && propertyName === undefined && !isOnProperty
}

function isNameTold(merged: readonly Finding[], { path, params }: Finding): boolean {
  return merged.some(
    (finding) => finding.path === path && finding.propertyName === params.propertyName,
  )
}

/** A value of a wrong type is in no list of values either. */
function isEcho({ keyword, path }: Finding, all: readonly Finding[]): boolean {
  return (
    (keyword === 'enum' || keyword === 'const') &&
    all.some((other) => other.keyword === 'type' && other.path === path)
  )
}
