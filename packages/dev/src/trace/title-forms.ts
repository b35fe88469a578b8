import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript-5.9'

/** The titles that the code of a test file can give. What a table or a variable fills in may be anything. */
export interface TitleForms {
  describes: RegExp[]
  tests: RegExp[]
}

/** Reads the titles of a test file, and after them those of each file of `test` that it imports. */
export function readTitleForms(file: string): TitleForms[] {
  const files = new Set([file])
  const found: TitleForms[] = []
  // What is found on the way is read in its turn, each file once.
  for (const one of files) {
    const forms: TitleForms = { describes: [], tests: [] }
    const visit = (node: ts.Node) => {
      addTitle(node, forms)
      const imported = join(dirname(one), importOf(node) ?? '')
      if (imported.endsWith('.ts') && existsSync(imported)) files.add(imported)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(one, readFileSync(one, 'utf8'), ts.ScriptTarget.Latest))
    found.push(forms)
  }
  return found
}

const kinds = new Map<string, keyof TitleForms>([
  ['describe', 'describes'],
  ['it', 'tests'],
  ['test', 'tests'],
])

/** Members such as `each` of `it.each(rows)('a title', …)`, whose own arguments are no titles. */
const takesTitleLater = /^(each|for|skipIf|runIf)$/

function addTitle(node: ts.Node, forms: TitleForms): void {
  if (!ts.isCallExpression(node)) return
  const { expression, arguments: given } = node
  const [title] = given
  if (!title) return
  if (ts.isPropertyAccessExpression(expression) && takesTitleLater.test(expression.name.text))
    return
  const kind = kinds.get(rootOf(expression))
  if (kind) forms[kind].push(new RegExp(`^${patternOf(title)}$`))
}

/** The name that a chain such as `it.skipIf(…).each(…)` begins with, if it is one of tests. */
function rootOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isCallExpression(node)) return rootOf(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return rootOf(node.tag)
  const isOfChain = ts.isPropertyAccessExpression(node) && members.test(node.name.text)
  return isOfChain ? rootOf(node.expression) : ''
}

const members = /^(each|for|skipIf|runIf|skip|only|concurrent|sequential|fails|todo)$/

const anything = '[^]*'

function patternOf(title: ts.Expression): string {
  if (ts.isStringLiteralLike(title)) return ofText(title.text)
  if (ts.isTemplateExpression(title)) {
    const parts = title.templateSpans.map(({ literal }) => anything + ofText(literal.text))
    return ofText(title.head.text) + parts.join('')
  }
  return anything
}

const ofText = (text: string) =>
  text
    .split(/%[sdifjoOc#$%]|\$[\w$.]+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(anything)

/** What another file of the tests is imported by; sources hold no tests. */
function importOf(node: ts.Node): string | undefined {
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return undefined
  const { moduleSpecifier } = node
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return undefined
  return /^\.(?!.*\/src\/).*\.ts$/.test(moduleSpecifier.text) ? moduleSpecifier.text : undefined
}
