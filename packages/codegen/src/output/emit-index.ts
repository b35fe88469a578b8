import { compareText } from '../json.ts'
import type { GeneratedFile } from '../model.ts'

/** Which file wins if two export the same name: names of the documents before names of ours. */
const precedence = ['types.ts', 'parsers.ts', 'guards.ts', 'runtime.ts']

/** `index.ts`: everything the generated files export, `operations` as value and as type. */
export function emitIndex(files: readonly GeneratedFile[]): GeneratedFile {
  const modules = files.filter(({ path }) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  const has = (path: string) => modules.some((module) => module.path === path)
  const lines: string[] = []
  if (has('openapi.ts') && has('constants.ts')) lines.push(...openapiWithConstants)
  else if (has('openapi.ts')) lines.push("export type * from './openapi.ts'")
  else if (has('constants.ts')) lines.push("export * from './constants.ts'")
  // Shapes have the names of types; they are for the parsers alone.
  const own = ['openapi.ts', 'constants.ts', 'shapes.ts']
  const others = modules.filter(({ path }) => !own.includes(path))
  const paths = others.map(({ path }) => path).toSorted(compareText)
  const exports = paths.map(
    (path) => `export ${path === 'types.ts' ? 'type ' : ''}* from './${path}'`,
  )
  const content = `${[...lines, ...reExportClashes(others), ...exports].join('\n')}\n`
  return { path: 'index.ts', content }
}

const openapiWithConstants = [
  "import { operations as operationConstants } from './constants.ts'",
  "import type { operations as operationTypes } from './openapi.ts'",
  '',
  "export { constants, messages, securitySchemes, servers } from './constants.ts'",
  "export type { components, paths, webhooks } from './openapi.ts'",
  '/** As a value, the operations by id; as a type, what each of them takes and gives. */',
  'export const operations = operationConstants',
  'export type operations = operationTypes',
]

const exported =
  /^export (?:declare )?(type|interface|const|function|class) ([\w$\u0080-\uffff]+)/gm

/** Names that several files export, each re-exported from the file that keeps it. */
function reExportClashes(modules: readonly GeneratedFile[]): string[] {
  const rank = ({ path }: GeneratedFile) => precedence.indexOf(path)
  const owners = new Map<string, { path: string; line: string; isClash: boolean }>()
  for (const module of modules.toSorted((a, b) => rank(a) - rank(b))) {
    for (const [, kind, name = ''] of module.content.matchAll(exported)) {
      const isType = kind === 'type' || kind === 'interface'
      const line = `export ${isType ? 'type ' : ''}{ ${name} } from './${module.path}'`
      const owner = owners.get(name)
      if (owner === undefined) owners.set(name, { path: module.path, line, isClash: false })
      else owner.isClash ||= owner.path !== module.path
    }
  }
  const clashes = [...owners.values()].filter(({ isClash }) => isClash)
  return clashes.map(({ line }) => line).toSorted(compareText)
}
