import ts from 'typescript-5.9'

/** One change: the text from `start` to `end` becomes `to`. */
export type Edit = { operator: string; start: number; end: number; to: string }

const swaps: Readonly<Record<string, readonly [operator: string, to: string]>> = {
  '<': ['comparison', '<='],
  '<=': ['comparison', '<'],
  '>': ['comparison', '>='],
  '>=': ['comparison', '>'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '??': ['logic', '&&'],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
}

/** The changes that the operators make at one node, not below it. */
export function editsAt(node: ts.Node, source: ts.SourceFile): Edit[] {
  const replace = (operator: string, part: ts.Node, to: string): Edit[] => [
    { operator, start: part.getStart(source), end: part.getEnd(), to },
  ]
  const condition = conditionOf(node)
  const edits = condition ? replace('condition', condition, `!(${condition.getText(source)})`) : []
  if (ts.isBinaryExpression(node)) edits.push(...swapSign(node, source))
  else if (ts.isExpressionStatement(node) && isCall(node.expression)) {
    edits.push(...replace('call', node, ';'))
  } else if (node.kind === ts.SyntaxKind.TrueKeyword)
    edits.push(...replace('boolean', node, 'false'))
  else if (node.kind === ts.SyntaxKind.FalseKeyword) edits.push(...replace('boolean', node, 'true'))
  else if (ts.isNumericLiteral(node)) {
    edits.push(...replace('number', node, `${Number(node.text) + 1}`))
  } else if (ts.isStringLiteral(node) && node.text !== '')
    edits.push(...replace('string', node, "''"))
  else if (ts.isFunctionLike(node)) edits.push(...returnEarly(node, source))
  return edits
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression
  return ts.isConditionalExpression(node) || ts.isForStatement(node) ? node.condition : undefined
}

function swapSign(node: ts.BinaryExpression, source: ts.SourceFile): Edit[] {
  const sign = node.operatorToken
  const swap = swaps[sign.getText(source)]
  // Between texts, + is no arithmetic.
  const isText = [node.left, node.right].some((one) => ts.isStringLiteralLike(one))
  if (!swap || (isText && swap[0] === 'arithmetic')) return []
  return [{ operator: swap[0], start: sign.getStart(source), end: sign.getEnd(), to: swap[1] }]
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(
    ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node,
  )

function returnEarly(node: ts.SignatureDeclaration, source: ts.SourceFile): Edit[] {
  const body = 'body' in node ? (node.body as ts.Node | undefined) : undefined
  if (!body || !ts.isBlock(body) || ts.isConstructorDeclaration(node)) return []
  const [first] = body.statements
  // One statement that returns or calls is changed by other operators already.
  if (!first || body.statements.length < 2) return []
  const at = first.getStart(source)
  return [{ operator: 'return', start: at, end: at, to: 'return; ' }]
}
