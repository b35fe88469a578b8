import ts from 'typescript-5.9'

const wordsOf = /^(message|fix|hint|description)$/

/** Types, imports, log and error texts, keys: what no test of behaviour is about. */
export function isOutOfScope(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return true
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return true
  // Several words are prose, and prose is for people.
  if (ts.isStringLiteral(node) && /\S\s+\S+\s+\S/.test(node.text)) return true
  if (ts.isThrowStatement(node) || ts.isComputedPropertyName(node)) return true
  if (ts.isPropertyAssignment(node) && wordsOf.test(node.name.getText(source))) return true
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText(source))
  if (ts.isExpressionStatement(node)) return isLogCall(node.getText(source))
  const { parent } = node
  const isKey = parent && ts.isPropertyAssignment(parent) && parent.name === node
  return Boolean(isKey) || (ts.isCallExpression(node) && isLogCall(node.getText(source)))
}

const isLogCall = (text: string) =>
  /^(await |void )?(\w+\.)*(log|logger|console)(\?)?[.(]/.test(text)
