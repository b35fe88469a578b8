import { globSync } from 'node:fs'
import { join } from 'node:path'
import { specsFolder } from '@partner-platform/fixtures/tables'
import { messages, operations } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { contractSchemas } from '../src/agreement/sample-values.ts'
import { nodeAt } from '../src/document.ts'
import { bundleDocuments } from '../src/redocly/bundle-documents.ts'
import { readOperations } from '../src/requests/read-operations.ts'

describe('what the contract tests cover', () => {
  it('is every operation and every message', async () => {
    const { openapi, asyncapi } = await bundleDocuments()
    const asked = readOperations(openapi).map(({ method, path }) => `${method} ${path}`)
    const known = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
    expect(asked.toSorted()).toEqual(known.toSorted())
    const sent = Object.keys(nodeAt(asyncapi, '#/components/messages') as object)
    expect(sent.toSorted()).toEqual(Object.keys(messages).toSorted())
  })

  it('is every schema file', async () => {
    const files = globSync('*.yaml', { cwd: join(specsFolder, 'schemas') })
    const schemas = contractSchemas(Object.values(await bundleDocuments()))
    expect(schemas.length).toBe(files.length)
  })
})
