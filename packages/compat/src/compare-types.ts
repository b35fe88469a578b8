import ts from 'typescript'
import { rootUses } from './document/asyncapi-routes.ts'
import type { Finding } from './finding.ts'
import { type GeneratedSide, originOf } from './generated-side.ts'

/** The files whose exports are the surface of each generated package. */
const surfaces = [
  { name: 'types', files: ['types.ts', 'constants.ts'] },
  { name: 'validators', files: ['parsers.ts', 'guards.ts'] },
] as const

/** Names that the generated packages export on one side only. A rename is a name gone and a new one. */
export function compareTypes(from: GeneratedSide, to: GeneratedSide): Finding[] {
  return surfaces.flatMap(({ name, files }) => {
    const changed = files.filter((path) => from.files.get(path) !== to.files.get(path))
    const [before, after] = [namesIn(from, changed), namesIn(to, changed)]
    const gone = before.filter((one) => !after.includes(one))
    const fresh = after.filter((one) => !before.includes(one))
    return [
      ...toFindings(gone, { side: from, name, isGone: true }),
      ...toFindings(fresh, { side: to, name, isGone: false }),
    ]
  })
}

const namesIn = ({ files }: GeneratedSide, paths: readonly string[]): string[] =>
  paths.flatMap((path) => exportedNames(files.get(path) ?? ''))

/** One finding for all names that come from one part of the documents. */
function toFindings(
  names: readonly string[],
  { side, name, isGone }: { side: GeneratedSide; name: string; isGone: boolean },
): Finding[] {
  const groups = Map.groupBy(names, (exported) =>
    JSON.stringify(originOf(exported, side, isGone ? 'from' : 'to')),
  )
  return [...groups].map(([key, exports]) => {
    const origin = JSON.parse(key) as ReturnType<typeof originOf>
    const list = exports.slice(0, 4).map((exported) => `\`${exported}\``)
    const more = exports.length > 4 ? ` and ${exports.length - 4} more` : ''
    const isWebhook = origin.pointer.startsWith('#/webhooks/')
    // The client has a method for each operation.
    const isMethod = exports.some((exported) => exported.startsWith('operations.'))
    return {
      layer: 'types',
      ...origin,
      rule: isGone ? 'export-removed' : 'export-added',
      level: isGone ? 'major' : 'minor',
      hits: [isWebhook ? 'receiver' : rootUses[origin.document].party],
      packages: isMethod ? [name, 'client'] : [name],
      message: `\`@partner-platform/${name}\` ${isGone ? 'no longer exports' : 'also exports'} ${list.join(', ')}${more}`,
      advice: isGone
        ? 'Keep the name of the schema, message or operation; add the new one beside it.'
        : 'Nothing: existing imports still resolve.',
    }
  })
}

/** The exports of a module, and the members of its exported constants, such as `operations.listCountries`. */
function exportedNames(text: string): string[] {
  const source = ts.createSourceFile('module.ts', text, ts.ScriptTarget.ESNext)
  return source.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) return []
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(namesOfVariable)
    }
    const name = (statement as { name?: ts.Node }).name
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : []
  })
}

function namesOfVariable({ name, initializer }: ts.VariableDeclaration): string[] {
  if (!ts.isIdentifier(name)) return []
  return [name.text, ...membersOf(initializer).map((member) => `${name.text}.${member}`)]
}

function membersOf(expression: ts.Expression | undefined): string[] {
  let value = expression
  while (value !== undefined && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) {
    value = value.expression
  }
  if (value === undefined || !ts.isObjectLiteralExpression(value)) return []
  return value.properties.flatMap(({ name }) =>
    name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [],
  )
}
