import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { GeneratedFile } from '../src/generated-file.ts'

const ROOT = join(import.meta.dirname, 'virtual')

export const OPTIONS: ts.CompilerOptions = {
  allowImportingTsExtensions: true,
  exactOptionalPropertyTypes: true,
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

/** What TypeScript 5.9 says of files held in memory: `file:line: message` for each error. */
export function checkTypes(files: readonly GeneratedFile[]): string[] {
  const contents = new Map(files.map(({ path, content }) => [join(ROOT, path), content]))
  const host = ts.createCompilerHost(OPTIONS)
  const { getSourceFile, directoryExists, fileExists, readFile } = host
  host.directoryExists = (path) => path === ROOT || directoryExists?.(path) === true
  host.fileExists = (path) => contents.has(path) || fileExists(path)
  host.readFile = (path) => contents.get(path) ?? readFile(path)
  host.getSourceFile = (path, version, ...rest) => {
    const content = contents.get(path)
    return content === undefined
      ? getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, content, version)
  }
  const program = ts.createProgram([...contents.keys()], OPTIONS, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : ts.getLineAndCharacterOfPosition(file, start).line + 1
    const name =
      file === undefined ? '' : file.fileName.slice(dirname(ROOT).length + '/virtual/'.length)
    return `${name}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}
