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
      sources.push({ path: `${documents.indexOf(document)}/${path}`, content })
  },
  300_000,
)

test('the files of all documents compile', async () => {
  expect(new Set(sources.map(({ path }) => path.split('/')[0])).size).toBe(documents.length)
  expect(await checkTypes(sources)).toEqual([])
}, 300_000)
