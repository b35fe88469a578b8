import ts from 'typescript'

/** The names that a module exports, and those of the members of the constants it exports: `operations.listCountries`. */
export function exportedNames(text: string): string[] {
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
