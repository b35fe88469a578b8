import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { generate } from '../src/generate.ts'
import { checkTypes } from './check-types.ts'
import { writeDocuments } from './write-documents.ts'

const DOCUMENT = (name: string) => `openapi: 3.1.0
info: { title: T, version: "1" }
x-constants: { ${name}: { value: 3 }, ok: { value: { ${name}: { a: 1 }, b: 2 } } }
servers: [{ url: 'https://a.example', x-name: ${name} }]
security: [{ ${name}: [] }]
paths:
  /a:
    get:
      operationId: ${name}
      parameters: [{ name: ${name}, in: query, schema: { type: string } }]
      responses:
        200:
          description: ok
          headers: { ${name}: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }
        404: { $ref: '#/components/responses/${name}' }
webhooks: { ${name}: { post: { responses: { 200: { description: ok } } } } }
components:
  securitySchemes: { ${name}: { type: http, scheme: bearer } }
  responses: { ${name}: { description: none, content: { application/json: { schema: { type: object } } } } }
  schemas: { ${name}: { type: object, discriminator: { propertyName: a, mapping: { ${name}: '#/components/schemas/B' } } }, B: { type: string } }
`

/** Names that every object seems to have, and one that no object literal can set. */
test.each(['__proto__', 'constructor', 'toString'])(
  'carries the name %s everywhere',
  async (name) => {
    const cwd = writeDocuments({ 'openapi.yaml': DOCUMENT(name) })
    const files = await generate({ openapi: ['openapi.yaml'], cwd })
    expect(checkTypes(files.filter(({ path }) => !path.endsWith('.js')))).toEqual([])

    for (const { path, content } of files) writeFileSync(join(cwd, path), content)
    const made = await import(pathToFileURL(join(cwd, 'constants.ts')).href)
    const { requestParsers, responseParsers } = await import(
      pathToFileURL(join(cwd, 'parsers.ts')).href
    )
    for (const table of ['constants', 'operations', 'securitySchemes', 'servers'])
      expect(Object.keys(made[table])).toContain(name)
    expect(Object.keys(made.constants.ok)).toContain(name)
    const [operation] = Object.values(made.operations) as [(typeof made.operations)[string]]
    expect(Object.keys(operation.responses[200].headers)).toEqual([name])
    expect(operation.responses[404].body).toEqual({
      contentType: 'application/json',
      schema: expect.any(String),
    })
    expect(Object.keys(operation.parameters.query)).toEqual([name])
    expect(Object.keys(responseParsers)).toEqual([name])
    const [request] = Object.values(requestParsers) as [(typeof requestParsers)[string]]
    expect(Object.keys(request.parameters.query)).toEqual([name])
    const openapi = files.find(({ path }) => path === 'openapi.ts')?.content
    expect(openapi).toMatch(new RegExp(`webhooks \\{\\s+${name}: \\{`))
  },
)
