import ts from 'typescript-5.9'
import { type Draft, type Mutant, nameMutants } from './mutant.ts'

/** Every mutant of a TypeScript file, in the order of the text. */
export function makeSourceMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const drafts: Draft[] = []
  const walk = (node: ts.Node, place: string) => {
    if (isOutOfScope(node)) return
    const inside = nameOf(node) ?? place
    for (const [operator, part, to] of editsAt(node)) {
      const [start, end] = [
        part.getStart(),
        operator === 'return' ? part.getStart() : part.getEnd(),
      ]
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      const from = inOneLine(text.slice(start, end) || 'nothing')
      drafts.push({
        place: inside,
        operator,
        file,
        change: `line ${line}: ${from} → ${inOneLine(to)}`,
        text: text.slice(0, start) + to + text.slice(end),
      })
    }
    ts.forEachChild(node, (child) => walk(child, inside))
  }
  walk(source, 'file')
  return nameMutants(drafts)
}

const inOneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

function nameOf(node: ts.Node): string | undefined {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isClassElement(node) ||
    ts.isClassDeclaration(node)
  if (!isNamed || !node.name) return undefined
  const isName = ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)
  return isName ? node.name.getText() : undefined
}

/** Types, imports, log and error texts, keys: what no test of behaviour is about. */
function isOutOfScope(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return true
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return true
  // Several words are prose, and prose is for people.
  if (ts.isStringLiteral(node) && /\S\s+\S+\s+\S/.test(node.text)) return true
  if (ts.isThrowStatement(node) || ts.isComputedPropertyName(node)) return true
  if (ts.isPropertyAssignment(node))
    return /^(message|fix|hint|description)$/.test(node.name.getText())
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText())
  if (ts.isExpressionStatement(node) || ts.isCallExpression(node))
    return /^(await |void )?(\w+\.)*(log|logger|console)(\?)?[.(]/.test(node.getText())
  const { parent } = node
  return Boolean(parent) && ts.isPropertyAssignment(parent) && parent.name === node
}

/** The node becomes `to`; `return` puts it before the node instead. */
type Edit = [operator: string, node: ts.Node, to: string]

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
function editsAt(node: ts.Node): Edit[] {
  const condition = conditionOf(node)
  const edits: Edit[] = condition ? [['condition', condition, `!(${condition.getText()})`]] : []
  if (ts.isBinaryExpression(node)) edits.push(...swapSign(node))
  else if (ts.isExpressionStatement(node) && isCall(node.expression))
    edits.push(['call', node, ';'])
  else if (node.kind === ts.SyntaxKind.TrueKeyword) edits.push(['boolean', node, 'false'])
  else if (node.kind === ts.SyntaxKind.FalseKeyword) edits.push(['boolean', node, 'true'])
  else if (ts.isNumericLiteral(node)) edits.push(['number', node, `${Number(node.text) + 1}`])
  else if (ts.isStringLiteral(node) && node.text !== '') edits.push(['string', node, "''"])
  else if (ts.isFunctionLike(node)) edits.push(...returnEarly(node))
  return edits
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression
  return ts.isConditionalExpression(node) || ts.isForStatement(node) ? node.condition : undefined
}

function swapSign({ left, right, operatorToken }: ts.BinaryExpression): Edit[] {
  const [operator, to] = swaps[operatorToken.getText()] ?? []
  // Between texts, + is no arithmetic.
  const isText = [left, right].some((one) => ts.isStringLiteralLike(one))
  if (!operator || !to || (isText && operator === 'arithmetic')) return []
  return [[operator, operatorToken, to]]
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(
    ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node,
  )

function returnEarly(node: ts.SignatureDeclaration): Edit[] {
  const body = 'body' in node ? (node.body as ts.Node | undefined) : undefined
  if (!body || !ts.isBlock(body) || ts.isConstructorDeclaration(node)) return []
  const [first, second] = body.statements
  // One statement that returns or calls is changed by other operators already.
  return first && second ? [['return', first, 'return; ']] : []
}
