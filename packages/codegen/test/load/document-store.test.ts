import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Report } from '../../src/errors.ts'
import { createFileNamer, DocumentStore } from '../../src/load/document-store.ts'
import { rowsOf } from '../rows-of.ts'
import { writeDocuments } from '../write-documents.ts'

test('reads each file once: what it has read is there when the file is gone', () => {
  const cwd = writeDocuments({ 'a.yaml': '\uFEFF{}', 'b.yaml': 'c: 1' })
  const store = new DocumentStore(['a.yaml'], { cwd, report: new Report() })
  const root = store.open('a.yaml')
  expect(root?.resolve('b.yaml#/c')?.value).toBe(1)
  rmSync(join(cwd, 'b.yaml'))
  expect(root?.resolve('./b.yaml')?.value).toEqual({ c: 1 })
})

/** The documents, the path of a file, and its name. */
const names = rowsOf(`
/x/specs/openapi.yaml,/x/specs/asyncapi.yaml | /x/specs/schemas/a.yaml | specs/schemas/a.yaml
/x/specs/openapi.yaml | /x/shared/a.yaml | shared/a.yaml
/x/a/openapi.yaml,/x/b/c/asyncapi.yaml | /x/b/c/asyncapi.yaml | x/b/c/asyncapi.yaml
/openapi.yaml | /openapi.yaml | openapi.yaml
/x/api/openapi.yaml | /y/a.yaml | ../y/a.yaml
`)

test.each(names)('with %s, names %s %s', (documents = '', path = '', want = '') => {
  expect(createFileNamer(documents.split(','))(path)).toBe(want)
})
