import { Validator } from '@cfworker/json-schema'
import * as validators from '@partner-platform/validators'
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Schema } from '../arbitrary-of.ts'
import type { Document } from '../document.ts'
import { createAjv } from '../judge/create-ajv.ts'
import type { ContractSchema, Sample } from './sample-values.ts'

/** What a judge says of a value: nothing where it accepts, else the rules that it breaks. */
export type Say = (sample: Sample) => readonly string[]

/** Plain Ajv on the document. */
export function sayOfAjv(schemas: readonly ContractSchema[]): Say {
  const compiled = new Map(
    schemas.map(({ name, document, pointer }) => [name, createAjv(document).at(pointer)]),
  )
  return ({ schema, value }) => {
    const validate = compiled.get(schema)
    if (!validate) throw new TypeError(`There is no schema ${schema}.`)
    if (validate(value)) return []
    return [...new Set((validate.errors ?? []).map(toRule))].filter((rule) => rule !== 'if').sort()
  }
}

/** The keyword, and what sets it apart from others of its name. */
function toRule({ keyword, schemaPath, params, parentSchema }: ErrorObject): string {
  if (schemaPath.includes('/then/')) return `then: ${keyword}`
  if (schemaPath.includes('/else/')) return 'else: false'
  const properties = (parentSchema?.properties ?? {}) as Record<string, Schema>
  const lacking = properties[params.missingProperty]
  if (typeof lacking === 'object' && lacking['x-sender-only'] === true)
    return `${keyword}: x-sender-only`
  return keyword === 'type' ? `type: ${params.type}` : keyword
}

/** The validators that senders use, as generated. */
export const sayOfValidators: Say = ({ schema, value }) => issuesOf([`parse${schema}Sent`], value)

/** Those that readers use, which tolerate more. */
export const sayOfReaders: Say = ({ schema, value }) =>
  issuesOf([`parse${schema}Received`, `parse${schema}`], value)

function issuesOf(names: readonly string[], value: unknown): string[] {
  const all = validators as Record<string, unknown>
  const parse = names.map((name) => all[name]).find((one) => typeof one === 'function')
  if (typeof parse !== 'function') throw new TypeError(`There is no ${names.join(' or ')}.`)
  const result = parse(value) as validators.ParseResult<unknown>
  return result.ok ? [] : result.issues.map(({ keyword }) => keyword)
}

/** An engine for JSON Schema that shares nothing with Ajv. */
export function sayOfReferee(schemas: readonly ContractSchema[]): Say {
  const compiled = new Map(
    schemas.map(({ name, document, pointer }) => [name, toValidator(document, pointer)]),
  )
  return ({ schema, value }) => {
    const { valid = false, errors = [] } = compiled.get(schema)?.validate(value) ?? {}
    return valid ? [] : errors.map(({ keyword }) => keyword)
  }
}

function toValidator(document: Document, pointer: string): Validator {
  const { schemas } = document.components as { schemas: Record<string, Schema> }
  const text = JSON.stringify({ $ref: pointer, $defs: schemas })
  return new Validator(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')), '2020-12')
}
