import { globSync } from 'node:fs'
import { join } from 'node:path'
import { examples, specsFolder } from '@partner-platform/fixtures/tables'
import { messages, operations } from '@partner-platform/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { sayOfAjv } from '../src/agreement/judges.ts'
import { type ContractSchema, contractSchemas } from '../src/agreement/sample-values.ts'
import { type Document, nodeAt } from '../src/document.ts'
import { bundleDocuments } from '../src/redocly/bundle-documents.ts'
import { readOperations } from '../src/requests/read-operations.ts'

let openapi: Document
let asyncapi: Document
let schemas: ContractSchema[]
beforeAll(async () => {
  ;({ openapi, asyncapi } = await bundleDocuments())
  schemas = contractSchemas([openapi, asyncapi])
})

describe('what the contract tests take part in', () => {
  it('is every operation and every message', () => {
    const asked = readOperations(openapi).map(({ method, path }) => `${method} ${path}`)
    const known = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
    expect(asked.toSorted()).toEqual(known.toSorted())
    const sent = Object.keys(nodeAt(asyncapi, '#/components/messages') as object)
    expect(sent.toSorted()).toEqual(Object.keys(messages).toSorted())
  })

  it('is every schema file', () => {
    const files = globSync('*.yaml', { cwd: join(specsFolder, 'schemas') })
    expect(schemas.length).toBe(files.length)
  })

  it('is every example, which the bundled documents judge as their folder says', () => {
    const say = sayOfAjv(schemas)
    const wrong = examples()
      .filter(({ folder }) => folder !== 'unparseable')
      .filter((example) => (say(example).length === 0) !== (example.folder === 'valid'))
    expect(wrong.map(({ file }) => file)).toEqual([])
  })
})
