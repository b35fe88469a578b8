import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

type Graph = Map<string, Set<string>>

/**
 * Circles of relative imports, of types as well: between files, and between the rooms of a workspace. A room is a
 * folder directly below `src` with all that is in it.
 */
export function findCircles(root: string): string[] {
  const names = globSync('{specs,packages,apps}/**/*.ts', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'generated'].includes(name),
  }).map((file) => file.replaceAll('\\', '/'))
  const known = new Set(names)
  const files: Graph = new Map()
  const rooms: Graph = new Map()
  for (const file of names) {
    const text = readFileSync(`${root}/${file}`, 'utf8')
    for (const [, path = ''] of text.matchAll(/\b(?:from|import|import\()\s*'(\.[^']+)'/g)) {
      const target = posix.join(posix.dirname(file), path)
      if (!known.has(target)) continue
      add(files, file, target)
      add(rooms, roomOf(file), roomOf(target))
    }
  }
  return [...tell('Files', files), ...tell('Rooms', rooms)]
}

const roomOf = (file: string) => /^.*?\/src\/[^/]+(?=\/)/.exec(file)?.[0] ?? file

function add(graph: Graph, from: string, to: string): void {
  if (from === to) return
  graph.set(from, (graph.get(from) ?? new Set()).add(to))
}

/** One sentence for each circle; the last step of each is taken away to find the next. */
function tell(what: string, graph: Graph): string[] {
  const told: string[] = []
  for (let circle = findCircle(graph); circle; circle = findCircle(graph)) {
    graph.get(circle.at(-1) ?? '')?.delete(circle[0] ?? '')
    const way = [...circle, circle[0]].join(' → ')
    told.push(`${what} import each other: ${way}. Move what both need into a third.`)
  }
  return told
}

function findCircle(graph: Graph): string[] | undefined {
  const done = new Set<string>()
  const visit = (at: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(at)) return way.slice(way.indexOf(at))
    if (done.has(at)) return undefined
    for (const next of graph.get(at) ?? []) {
      const circle = visit(next, [...way, at])
      if (circle) return circle
    }
    done.add(at)
    return undefined
  }
  for (const start of graph.keys()) {
    const circle = visit(start, [])
    if (circle) return circle
  }
  return undefined
}
