import { expect, test } from 'vitest'
import { generate } from '../../src/generate.ts'
import type { GeneratedFile } from '../../src/generated-file.ts'
import { documents, type PublicDocument } from './public-documents/documents.ts'
import { runCompiler } from './run-compiler.ts'

const generated = new Map<PublicDocument, Promise<GeneratedFile[]>>()

/** Generates once for all tests. */
function filesOf(document: PublicDocument): Promise<GeneratedFile[]> {
  const { format, path } = document
  const kind = format.startsWith('OpenAPI') ? 'openapi' : 'asyncapi'
  const files = generated.get(document) ?? generate({ [kind]: [path] })
  generated.set(document, files)
  return files
}

test.each(documents)(
  '$title, $format, produces every file',
  async (document) => {
    const files = await filesOf(document)
    expect(files.map((file) => file.path)).toEqual([
      'constants.ts',
      'guards.ts',
      'index.ts',
      'openapi.ts',
      'parsers.ts',
      'runtime.ts',
      'shapes.ts',
      'types.ts',
      'validators.d.ts',
      'validators.js',
    ])
  },
  300_000,
)

test('the files of all documents compile', async () => {
  const sources: GeneratedFile[] = []
  for (const [index, document] of documents.entries()) {
    for (const { path, content } of await filesOf(document)) {
      if (!path.endsWith('.js')) sources.push({ path: `${index}/${path}`, content })
    }
  }
  expect(await runCompiler(sources)).toEqual([])
}, 300_000)

test('finds files that do not compile', async () => {
  const found = await runCompiler([
    { path: 'a.ts', content: 'export const a: number = "x"\n' },
    { path: 'b/b.ts', content: "import { c } from '../a.ts'\n\nexport const b = c\n" },
  ])
  expect(found).toEqual([
    expect.stringMatching(/a\.ts.* not assignable /),
    expect.stringMatching(/b\.ts.* no exported member /),
  ])
})
