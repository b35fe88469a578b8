import type { Contract, JsonSchema, NamedSchema } from '../../src/model.ts'

/** A contract of these schemas and nothing else. Those named as messages are payloads. */
export function contractOf(
  schemas: Readonly<Record<string, JsonSchema>>,
  { messages = [] }: { messages?: readonly string[] } = {},
): Contract {
  const named = Object.entries(schemas).map(([name, schema]): NamedSchema => {
    const location = { file: 'schemas.yaml', pointer: `/${name}`, line: 7 }
    return { name, schema, location, isMessagePayload: messages.includes(name) }
  })
  return {
    sources: ['schemas.yaml'],
    schemas: named.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    operations: [],
    messages: [],
    channels: [],
    securitySchemes: [],
    servers: [],
    constants: [],
    parts: { info: {}, header: {}, paths: {}, webhooks: {}, components: {} },
  }
}
