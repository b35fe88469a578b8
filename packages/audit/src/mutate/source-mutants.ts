import ts from 'typescript-5.9'
import { isOutOfScope } from './is-out-of-scope.ts'
import type { Mutant } from './mutant.ts'
import { type Draft, nameMutants } from './name-mutants.ts'
import { type Edit, editsAt } from './source-operators.ts'

/** Every mutant of a TypeScript file, in the order of the text. */
export function makeSourceMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const drafts: Draft[] = []
  const walk = (node: ts.Node, place: string) => {
    if (isOutOfScope(node, source)) return
    const inside = nameOf(node, source) ?? place
    for (const edit of editsAt(node, source)) drafts.push(toDraft(edit, { source, place: inside }))
    ts.forEachChild(node, (child) => walk(child, inside))
  }
  walk(source, 'file')
  return nameMutants(drafts)
}

function nameOf(node: ts.Node, source: ts.SourceFile): string | undefined {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isClassElement(node) ||
    ts.isClassDeclaration(node)
  if (!isNamed || !node.name) return undefined
  const isName = ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)
  return isName ? node.name.getText(source) : undefined
}

function toDraft(
  { operator, start, end, to }: Edit,
  { source, place }: { source: ts.SourceFile; place: string },
): Draft {
  const { text, fileName: file } = source
  const from = text.slice(start, end)
  const { line } = source.getLineAndCharacterOfPosition(start)
  const change = `line ${line + 1}: ${inOneLine(from || 'nothing')} → ${inOneLine(to)}`
  return {
    ...{ place, operator, file, change },
    text: text.slice(0, start) + to + text.slice(end),
  }
}

const inOneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
