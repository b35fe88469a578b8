import { expect, test } from 'vitest'
import { bundleContract } from '../src/bundle-contract.ts'
import { ContractError } from '../src/errors.ts'
import { writeDocuments } from './write-documents.ts'

/** What the texts of rows write as `<HEAD>`. */
const heads: Readonly<Record<string, string>> = {
  HEAD: 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n',
  ASYNC: 'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n',
  ASYNC_2: 'asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\nchannels: {}\n',
}

/** Each way in which documents can be wrong: the files, then code and whole message of each problem, in order. */
const table = String.raw`
a document that is missing
  file-missing api/openapi.yaml: the file cannot be read. Check the path.

a YAML fault
  openapi.yaml := openapi: 3.1.0\ninfo: [a\npaths: {}\n
  syntax api/openapi.yaml:3:1: not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]. Correct the syntax there.

a repeated YAML key
  openapi.yaml := <HEAD>paths: {}\npaths: {}\n
  syntax api/openapi.yaml:4:1: a key is repeated in one object. Keep one of them.

two YAML documents in one file
  openapi.yaml := <HEAD>---\n<HEAD>
  syntax api/openapi.yaml:3:1: the file holds more than one YAML document. Put each into a file of its own.

a YAML alias within its own anchor
  openapi.yaml := <HEAD>components: { schemas: { A: &a { items: *a } } }
  syntax api/openapi.yaml:1:1: cannot read this YAML: an alias is inside its own anchor. Write the value out instead of its alias.

YAML aliases that grow beyond bounds
  openapi.yaml := openapi: 3.1.0\na: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
  syntax api/openapi.yaml:1:1: cannot read this YAML: Excessive alias count indicates a resource exhaustion attack. Write the value out instead of its alias.

a $ref that is no string
  openapi.yaml := <HEAD>components: { schemas: { A: { $ref: 1 } } }
  structure api/openapi.yaml:3:31 /components/schemas/A/$ref: a $ref must be a string, not a number. Write a file and a pointer.

a parameter without name and place
  openapi.yaml := <HEAD>paths: { /a: { get: { parameters: [{ schema: true }, { name: 1, in: body }] } } }
  structure api/openapi.yaml:3:36 /paths/~1a/get/parameters/0/name: the name of a parameter is missing or not a string. Write it.
  structure api/openapi.yaml:3:36 /paths/~1a/get/parameters/0/in: the place of a parameter is missing or unknown. Write in: with one of cookie, header, path, query.
  structure api/openapi.yaml:3:56 /paths/~1a/get/parameters/1/name: the name of a parameter is missing or not a string. Write it.
  structure api/openapi.yaml:3:65 /paths/~1a/get/parameters/1/in: the place of a parameter is missing or unknown. Write in: with one of cookie, header, path, query.

a $ref where none may stand
  openapi.yaml := <HEAD>paths: { /a: { get: { $ref: '#/x' } } }\nx: {}
  structure api/openapi.yaml:3:23 /paths/~1a/get/$ref: a $ref is not allowed here. Write the object itself.

operations beside the $ref of a path item
  openapi.yaml := <HEAD>paths: { /a: { $ref: '#/x', get: {} } }\nx: {}
  ref-siblings api/openapi.yaml:3:29 /paths/~1a/get: 'get' is next to the $ref of a path item, where its meaning is undefined. Move it into the target of the $ref.

a JSON fault in a referenced file
  openapi.yaml := <HEAD>components: { schemas: { A: { $ref: ./a.json } } }\n
  a.json := {\n  "type": "string",\n}
  syntax api/a.json:3:1: not JSON: expected double-quoted property name. Correct the syntax there.

a repeated JSON key
  openapi.yaml := <HEAD>components: { schemas: { A: { $ref: ./a.json } } }\n
  a.json := { "items": { "type": "string",\n "type": "number" } }
  syntax api/a.json:2:2 /items/type: the key 'type' is repeated in one object. Keep one of them.

a document without a version
  openapi.yaml := info: {}\n
  version-unknown api/openapi.yaml:1:1: the document states no version. Write 'openapi: 3.1.0' at its top.

a version that is a number
  openapi.yaml := openapi: 3.1\n
  version-unknown api/openapi.yaml:1:1 /openapi: the version must be a string, not a number. Write 'openapi: "3.1.0"'.

a version that is not read
  openapi.yaml := openapi: 4.0.0\n
  version-unknown api/openapi.yaml:1:1 /openapi: the version '4.0.0' is not supported: only 3.0 to 3.2. Convert the document.

Swagger 1
  openapi.yaml := swagger: "1.2"\n
  version-unknown api/openapi.yaml:1:1 /swagger: this version of Swagger is not supported: only 2.0 and OpenAPI 3.0 to 3.2. Convert the document.

a Swagger document that cannot be converted
  openapi.yaml := swagger: "2.0"\npaths: { /a: { get: { parameters: [{ name: a }] } } }\n
  structure api/openapi.yaml:1:1: this Swagger document cannot be converted: Parameter object must have an "in" property. Correct it.

an AsyncAPI document given as OpenAPI
  openapi.yaml := <ASYNC>
  version-unknown api/openapi.yaml:1:1 /asyncapi: this is a document for --asyncapi, not for --openapi. Pass it with --asyncapi.

a document that is a list
  openapi.yaml := - 1\n
  version-unknown api/openapi.yaml:1:1: the document must be an object with 'openapi: 3.1.0', not a list. Name an OpenAPI or AsyncAPI document.

a $ref to the network
  openapi.yaml := <HEAD>components:\n  schemas:\n    A:\n      $ref: https://example.com/a.json\n
  ref-remote api/openapi.yaml:6:7 /components/schemas/A/$ref: the $ref 'https://example.com/a.json' points to the network. Save that document, and name its file here or its folder with --remote.

a $ref to an anchor that is not there
  openapi.yaml := <HEAD>components: { schemas: { A: { $ref: '#a' } } }\n
  ref-dangling api/openapi.yaml:3:31 /components/schemas/A/$ref: the $ref '#a' points at nothing. Correct it, or add what it names.

several dangling $refs, all of them
  openapi.yaml := <HEAD>components:\n  schemas:\n    A: { $ref: '#/components/schemas/B' }\n    C: { items: { $ref: ./c.yaml } }\n
  ref-dangling api/openapi.yaml:5:10 /components/schemas/A/$ref: the $ref '#/components/schemas/B' points at nothing. Correct it, or add what it names.
  file-missing api/openapi.yaml:6:19 /components/schemas/C/items/$ref: the $ref './c.yaml' names a file that cannot be read. Correct the path, or add the file.

$refs that lead only to each other
  openapi.yaml := <HEAD>components:\n  schemas:\n    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }\n
  ref-unsupported api/openapi.yaml:5:5 /components/schemas/A: the $ref '#/components/schemas/B' leads only to itself. Point it at something else.
  ref-unsupported api/openapi.yaml:6:5 /components/schemas/B: the $ref '#/components/schemas/A' leads only to itself. Point it at something else.

a $ref through itself
  openapi.yaml := <HEAD>components: { schemas: { A: { $ref: '#/components/schemas/A/items' } } }\n
  ref-dangling api/openapi.yaml:3:31 /components/schemas/A/$ref: the $ref '#/components/schemas/A/items' points at nothing. Correct it, or add what it names.

rules beside a $ref in OpenAPI 3.0
  openapi.yaml := openapi: 3.0.3\ncomponents:\n  schemas:\n    A: { type: string }\n    B: { properties: { a: { $ref: '#/components/schemas/A', maxLength: 3 } } }\n
  ref-siblings api/openapi.yaml:5:61 /components/schemas/B/properties/a/maxLength: 'maxLength' is next to a $ref, where OpenAPI 3.0 ignores it. Write allOf: [{ $ref }, { maxLength }] instead.

rules beside a $ref in draft-07
  asyncapi.yaml := <ASYNC_2>components:\n  schemas:\n    A: { type: string }\n    B: { items: { $ref: '#/components/schemas/A', minLength: 1 } }\n
  ref-siblings api/asyncapi.yaml:7:51 /components/schemas/B/items/minLength: 'minLength' is next to a $ref, where JSON Schema draft-07 ignores it. Write allOf: [{ $ref }, { minLength }] instead.

nodes of the wrong kind, all of them
  openapi.yaml := <HEAD>paths: []\ncomponents:\n  schemas:\n    A: { properties: [] }\n    B: { items: 1 }\n    C: { allOf: {} }\n
  structure api/openapi.yaml:3:1 /paths: must be an object, not a list.
  structure api/openapi.yaml:6:10 /components/schemas/A/properties: properties must be an object of schemas, not a list.
  structure api/openapi.yaml:7:10 /components/schemas/B/items: must be a schema (an object, true or false), not a number.
  structure api/openapi.yaml:8:10 /components/schemas/C/allOf: allOf must be a list of schemas, not an object.

forms of draft-07 in 2020-12
  openapi.yaml := <HEAD>components:\n  schemas:\n    A: { items: [true] }\n    B: { additionalItems: true }\n    C: { dependencies: { a: [b] } }\n
  dialect api/openapi.yaml:5:10 /components/schemas/A/items: a list of items is written prefixItems in JSON Schema 2020-12. Write prefixItems instead.
  dialect api/openapi.yaml:6:10 /components/schemas/B/additionalItems: additionalItems means nothing in JSON Schema 2020-12. Write items beside prefixItems instead.
  dialect api/openapi.yaml:7:10 /components/schemas/C/dependencies: dependencies means nothing in JSON Schema 2020-12. Write dependentRequired or dependentSchemas instead.

a $schema that is not read
  openapi.yaml := <HEAD>components: { schemas: { A: { $schema: 'http://json-schema.org/draft-04/schema#' } } }\n
  dialect api/openapi.yaml:3:31 /components/schemas/A/$schema: this $schema is not supported. Write 'https://json-schema.org/draft/2020-12/schema' or 'http://json-schema.org/draft-07/schema#'.

a file that means different things from its two documents
  openapi.yaml := openapi: 3.0.3\ncomponents: { schemas: { A: { $ref: ./a.yaml } } }\n
  asyncapi.yaml := <ASYNC>components: { schemas: { A: { $ref: ./a.yaml } } }\n
  a.yaml := type: string\nnullable: true\n
  dialect api/a.yaml:1:1: the schema is also used in the dialect 'openapi-3.0', where it means something else. Write only what means the same in both dialects.

a payload that is not JSON Schema
  asyncapi.yaml := <ASYNC>components:\n  messages:\n    a:\n      payload:\n        schemaFormat: application/vnd.apache.avro;version=1.9.0\n        schema: {}\n
  schema-format api/asyncapi.yaml:8:9 /components/messages/a/payload/schema: the schema is written in 'application/vnd.apache.avro;version=1.9.0', which is not JSON Schema. Write it in 'application/schema+json;version=draft-07', or leave the message out.

a rule in message headers that is no list of headers
  asyncapi.yaml := <ASYNC>components:\n  messages:\n    a:\n      headers: { type: object, minProperties: 1 }\n
  keyword api/asyncapi.yaml:6:32 /components/messages/a/headers/minProperties: a list of headers cannot express 'minProperties'. Use type, properties, required and allOf.

an operationId that is taken
  openapi.yaml := <HEAD>paths:\n  /a: { get: { operationId: x } }\n  /b: { get: { operationId: x } }\n
  duplicate api/openapi.yaml:5:16 /paths/~1b/get/operationId: the operationId 'x' is taken by GET /a. Give each operation its own.

a constant with two values
  openapi.yaml := <HEAD>x-constants: { limit: 1 }\n
  asyncapi.yaml := <ASYNC>x-constants: { limit: { value: 2 } }\n
  duplicate api/asyncapi.yaml:3:16 /x-constants/limit: the constant 'limit' has a different value in api/openapi.yaml. Rename one of them.

one path and one security scheme that two documents describe
  openapi.yaml := <HEAD>paths: { /x: { get: {} } }\ncomponents: { securitySchemes: { key: { type: http } } }\n
  openapi-b.yaml := <HEAD>paths: { /x: { get: {} } }\ncomponents: { securitySchemes: { key: { type: apiKey } } }\n
  duplicate api/openapi-b.yaml:3:16 /paths/~1x/get: 'get' of this path is described by two documents. Keep one of them.
  duplicate api/openapi-b.yaml:4:34 /components/securitySchemes/key: the security scheme 'key' is described differently by another document. Rename one of them.

parameters that one list describes twice, headers in any case
  openapi.yaml := <HEAD>paths: { /a: { parameters: [{ name: X-A, in: header }, { name: x-a, in: header }], get: { parameters: [{ name: q, in: query }, { name: q, in: query }, { name: q, in: header }] } } }
  duplicate api/openapi.yaml:3:56 /paths/~1a/parameters/1: the header parameter is described twice. Keep one of them.
  duplicate api/openapi.yaml:3:128 /paths/~1a/get/parameters/1: the query parameter is described twice. Keep one of them.
`

const rows = table
  .trim()
  .split(/\n(?=\S)/)
  .map((block) => {
    const [title = '', ...lines] = block.trim().split('\n  ')
    const files = lines.flatMap((line) => {
      const [name = '', text] = line.split(' := ')
      const written = text?.replaceAll(/<(\w+)>/g, (whole, head: string) => heads[head] ?? whole)
      return written === undefined
        ? []
        : [[`api/${name}`, written.replaceAll('\\n', '\n')] as const]
    })
    return { title, files: Object.fromEntries(files), want: lines.slice(files.length) }
  })

test.each(rows)('reports $title', ({ files, want }) => {
  expect(problemsOf(files)).toEqual(want)
})

test('reports YAML nested beyond measure', () => {
  expect(problemsOf({ 'api/openapi.yaml': `openapi: 3.1.0\nx: ${'['.repeat(20_000)}` })).toEqual([
    expect.stringMatching(
      /^syntax api\/openapi\.yaml:\d+:\d+: the nesting is too deep\. Keep it below 500 levels\.$/,
    ),
  ])
})

function problemsOf(files: Record<string, string>): string[] {
  const cwd = writeDocuments(files)
  const named = (kind: string) =>
    Object.keys(files).filter((name) => name.startsWith(`api/${kind}`))
  const openapi = Object.keys(files).length === 0 ? ['api/openapi.yaml'] : named('openapi')
  try {
    bundleContract({ openapi, asyncapi: named('asyncapi'), cwd })
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const lines = error.message.split('\n')
    return error.problems.map(({ code }, index) => `${code} ${lines[index]}`)
  }
  return []
}
