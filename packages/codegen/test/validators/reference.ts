import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import type { JsonSchema } from '../../src/model.ts'

type Schemas = Readonly<Record<string, JsonSchema>>
type Json = Parameters<Awaited<ReturnType<typeof validate>>>[0]

const uri = 'https://contract.example/schemas'

/** Whether values are valid against a schema, by an interpreter of 2020-12 that shares no code with Ajv. */
export async function compileReference(
  name: string,
  schemas: Schemas,
): Promise<(value: unknown) => boolean> {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  registerSchema({ $schema, components: { schemas } } as Parameters<typeof registerSchema>[0], uri)
  try {
    const judge = await validate(`${uri}#/components/schemas/${name}`)
    return (value) => judge(value as Json).valid
  } finally {
    unregisterSchema(uri)
  }
}
