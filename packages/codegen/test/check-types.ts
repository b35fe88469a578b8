import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { GeneratedFile } from '../src/model.ts'

const ROOT = join(import.meta.dirname, 'virtual')

export const OPTIONS: ts.CompilerOptions = {
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ES2023,
  types: [],
  verbatimModuleSyntax: true,
}

/** Files of the compiler itself, which are parsed once for all programs. */
const libraries = new Map<string, ts.SourceFile | undefined>()

/** The errors that TypeScript 5.9 finds in files held in memory, each as `file:line: message`. */
export function checkTypes(files: readonly GeneratedFile[]): string[] {
  const contents = new Map(files.map(({ path, content }) => [join(ROOT, path), content]))
  const host = ts.createCompilerHost(OPTIONS)
  const { getSourceFile, directoryExists, fileExists, readFile } = host
  host.directoryExists = (path) => path === ROOT || directoryExists?.(path) === true
  host.fileExists = (path) => contents.has(path) || fileExists(path)
  host.readFile = (path) => contents.get(path) ?? readFile(path)
  host.getSourceFile = (path, version, ...rest) => {
    const content = contents.get(path)
    if (content !== undefined) return ts.createSourceFile(path, content, version)
    if (!libraries.has(path)) libraries.set(path, getSourceFile(path, version, ...rest))
    return libraries.get(path)
  }
  const program = ts.createProgram([...contents.keys()], OPTIONS, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : ts.getLineAndCharacterOfPosition(file, start).line + 1
    const name =
      file === undefined ? '' : file.fileName.slice(dirname(ROOT).length + '/virtual/'.length)
    return `${name}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}
