import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fromPointer, type Path } from '../contract/pointer.ts'

const draft07 = new Ajv({ strict: false, allErrors: true, logger: false })
const draft2020 = new Ajv2020({ strict: false, allErrors: true, logger: false })

/** Where a schema breaks the meta-schema of either draft, each place once. */
export function metaSchemaErrors(schema: unknown): { path: Path; message: string }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const messages = new Map<string, string>()
  for (const ajv of [draft2020, draft07]) {
    if (ajv.validateSchema(schema) === true) continue
    for (const { instancePath, message, keyword } of ajv.errors ?? []) {
      if (keyword === 'anyOf' || messages.has(instancePath)) continue
      messages.set(instancePath, message ?? keyword)
    }
  }
  return [...messages].map(([pointer, message]) => ({ path: fromPointer(pointer), message }))
}
