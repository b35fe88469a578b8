import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

type Graph = Map<string, Set<string>>

/** Circular relative imports, even of types: between files, and between the folders directly in a `src`. */
export function findCircles(root: string): string[] {
  const names = globSync('{specs,packages,apps}/**/*.ts', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'generated'].includes(name),
  }).map((file) => file.replaceAll('\\', '/'))
  const known = new Set(names)
  const graphs: Record<string, Graph> = { Files: new Map(), Folders: new Map() }
  const add = (what: string, from: string, to: string) => {
    const targets = graphs[what]?.get(from) ?? new Set()
    if (from !== to) graphs[what]?.set(from, targets.add(to))
  }
  for (const file of names) {
    const text = readFileSync(`${root}/${file}`, 'utf8')
    for (const [, path = ''] of text.matchAll(/\b(?:from|import|import\()\s*'(\.[^']+)'/g)) {
      const target = posix.join(posix.dirname(file), path)
      if (!known.has(target)) continue
      add('Files', file, target)
      add('Folders', folderOf(file), folderOf(target))
    }
  }
  return Object.entries(graphs).flatMap(([what, graph]) =>
    circlesOf(graph).map((circle) => {
      const way = [...circle, circle[0]].join(' → ')
      return `${what} import each other: ${way}. Move what both need into a third ${what === 'Files' ? 'file' : 'folder'}.`
    }),
  )
}

const folderOf = (file: string) => /^.*?\/src\/[^/]+(?=\/)/.exec(file)?.[0] ?? file

/** Depth first: each import that leads back to where the search came from closes one circle. */
function circlesOf(graph: Graph): string[][] {
  const done = new Set<string>()
  const visit = (at: string, way: readonly string[]): string[][] => {
    if (way.includes(at)) return [way.slice(way.indexOf(at))]
    if (done.has(at)) return []
    const circles = [...(graph.get(at) ?? [])].flatMap((next) => visit(next, [...way, at]))
    done.add(at)
    return circles
  }
  return [...graph.keys()].flatMap((start) => visit(start, []))
}
