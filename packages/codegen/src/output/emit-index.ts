import { compareText } from '../bundle/claim-names.ts'
import type { GeneratedFile } from '../generated-file.ts'

/** Which file wins if two export the same name: names of the documents before names of ours. */
const PRECEDENCE = ['types.ts', 'parsers.ts', 'guards.ts', 'runtime.ts']

/** `index.ts`: everything the generated files export, `operations` as value and as type. */
export function emitIndex(files: readonly GeneratedFile[]): GeneratedFile {
  const modules = files.filter(({ path }) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  const paths = new Set(modules.map(({ path }) => path))
  const lines: string[] = []
  if (paths.has('openapi.ts') && paths.has('constants.ts')) lines.push(...OPENAPI_WITH_CONSTANTS)
  else if (paths.has('openapi.ts')) lines.push("export type * from './openapi.ts'")
  else if (paths.has('constants.ts')) lines.push("export * from './constants.ts'")
  // Shapes have the names of types; they are for the parsers alone.
  const own = ['openapi.ts', 'constants.ts', 'shapes.ts']
  const others = modules.filter(({ path }) => !own.includes(path))
  lines.push(...reExportClashes(others))
  for (const { path } of others.toSorted((a, b) => compareText(a.path, b.path))) {
    lines.push(path === 'types.ts' ? `export type * from './${path}'` : `export * from './${path}'`)
  }
  return { path: 'index.ts', content: `${lines.join('\n')}\n` }
}

const OPENAPI_WITH_CONSTANTS = [
  "import { operations as operationConstants } from './constants.ts'",
  "import type { operations as operationTypes } from './openapi.ts'",
  '',
  "export { constants, messages, securitySchemes, servers } from './constants.ts'",
  "export type { components, paths, webhooks } from './openapi.ts'",
  '/** As a value, the operations by id; as a type, what each of them takes and gives. */',
  'export const operations = operationConstants',
  'export type operations = operationTypes',
]

const EXPORT = /^export (?:declare )?(type|interface|const|function|class) ([\w$\u0080-\uffff]+)/gm

/** Names that several files export, each re-exported from the file that keeps it. */
function reExportClashes(modules: readonly GeneratedFile[]): string[] {
  const owners = new Map<string, { path: string; isType: boolean; count: number }>()
  for (const { path, content } of modules.toSorted(compareByPrecedence)) {
    const names = new Map([...content.matchAll(EXPORT)].map(([, kind, name]) => [name ?? '', kind]))
    for (const [name, kind] of names) {
      const owner = owners.get(name)
      if (owner !== undefined) owner.count += 1
      else owners.set(name, { path, isType: kind === 'type' || kind === 'interface', count: 1 })
    }
  }
  return [...owners]
    .filter(([, { count }]) => count > 1)
    .map(
      ([name, { path, isType }]) => `export ${isType ? 'type ' : ''}{ ${name} } from './${path}'`,
    )
    .toSorted(compareText)
}

function compareByPrecedence(a: GeneratedFile, b: GeneratedFile): number {
  const rank = ({ path }: GeneratedFile) =>
    (PRECEDENCE.indexOf(path) + PRECEDENCE.length + 1) % (PRECEDENCE.length + 1)
  return rank(a) - rank(b) || compareText(a.path, b.path)
}
