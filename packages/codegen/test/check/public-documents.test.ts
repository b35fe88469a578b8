import { expect, test } from 'vitest'
import { generate } from '../../src/generate.ts'
import type { GeneratedFile } from '../../src/model.ts'
import { checkTypes } from '../check-types.ts'
import { documents } from './public-documents/documents.ts'

/** The files of each document in a folder of its own, to compile in one program. */
const sources: GeneratedFile[] = []

test.each(documents)(
  '$title, $format, produces every file',
  async (document) => {
    const { kind, path: given } = document
    const files = await generate({ [kind]: [given] })
    expect(files.map((file) => file.path)).toEqual([
      ...['constants.ts', 'guards.ts', 'index.ts', 'openapi.ts', 'parsers.ts', 'runtime.ts'],
      ...['shapes.ts', 'types.ts', 'validators.d.ts', 'validators.js'],
    ])
    for (const { path, content } of files.filter((file) => !file.path.endsWith('.js')))
      sources.push({
        path: `${documents.indexOf(document)}/${path}`,
        content: document === documents[0] ? unassign(content) : content,
      })
  },
  300_000,
)

/**
 * A module whose constants are declared, and their values returned by functions of the same types. The compiler
 * finds the same errors in it; but it searches for each reference all assignments before it, so the time of
 * a module as written grows with the square of its constants. The largest document has 16,000.
 */
function unassign(module: string): string {
  return module.replaceAll(
    /^export const (\w+): (.+?) = (.*)$/gm,
    'export declare const $1: $2\nexport function $1$$(): $2 { return $3 }',
  )
}

test('the files of all documents compile, and files that do not are found', async () => {
  const faults = [
    { path: 'fault/a.ts', content: unassign('export const a: number = "x"\n') },
    { path: 'fault/b.ts', content: "import { c } from './a.ts'\n\nexport const b = c\n" },
  ]
  expect(new Set(sources.map(({ path }) => path.split('/')[0])).size).toBe(documents.length)
  expect(await checkTypes([...sources, ...faults])).toEqual([
    expect.stringMatching(/fault\/a\.ts.* not assignable /),
    expect.stringMatching(/fault\/b\.ts.* no exported member /),
  ])
}, 300_000)
