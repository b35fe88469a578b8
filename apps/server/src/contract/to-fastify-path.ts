/** A path template as the router takes it, and the names of its parameters `p0`, `p1`, …, in order. */
export function toFastifyPath(path: string): { url: string; names: string[] } {
  const names: string[] = []
  // Names of the document may hold what the router reads as its own syntax.
  const url = path.replaceAll(':', '::').replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    names.push(name.replaceAll('::', ':'))
    return `:p${names.length - 1}`
  })
  return { url, names }
}
