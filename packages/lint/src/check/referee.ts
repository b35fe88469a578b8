import type { AnySchema, ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { toReadersSchema } from '../bundle/to-readers-view.ts'
import { isRecord, type Path, toPointer } from '../contract/pointer.ts'
import { documentFiles, resolve } from '../contract/references.ts'
import type { Specs } from '../contract/specs.ts'

/** How a value fails; a missing or unknown property is reported by its own path. */
export type Issue = { path: string; keyword: string; message: string }
export type Form = 'sent' | 'received'

/** The issues of a value under the schema at a place of the contract; none if it passes. */
export type Referee = (place: { file: string; path: Path }, value: unknown, form: Form) => Issue[]

const base = (form: Form) => `https://${form}.invalid/`
const known = new WeakMap<Specs, Referee>()

/**
 * Judges values by plain Ajv and the files of the contract alone: as written (`sent`), or in the tolerant form
 * (`received`), a second opinion that shares nothing with codegen. A schema that does not compile refuses
 * nothing, because `check-dialect.ts` already reports it.
 */
export function createReferee(specs: Specs): Referee {
  const referee = known.get(specs) ?? compileReferee(specs)
  known.set(specs, referee)
  return referee
}

function compileReferee(specs: Specs): Referee {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    ownProperties: true,
    logger: false,
    strictNumbers: true,
    // A schema judges few values, so faster code costs more than it saves.
    ...{ inlineRefs: false, code: { optimize: false } },
  })
  ajvFormats.default(ajv, { mode: 'full' })
  for (const file of documentFiles(specs)) {
    const value = specs.files.get(file)?.value
    // The dialect reports a file without a schema; here it must only not get in the way.
    const schema = isRecord(value) ? value : {}
    ajv.addSchema(schema, base('sent') + file)
    if (!file.startsWith('schemas/')) continue
    ajv.addSchema(toReadersSchema(schema), base('received') + file)
  }
  const compiled = new Map<string, ValidateFunction>()
  return (place, value, form) => {
    // Ajv forgets the base of a schema that a pointer into another file leads to.
    const at = resolve(specs, place.file, place.path)
    const key = `${form} ${at.file}${toPointer(at.path)}`
    const uri = base(form) + at.file
    const schema = at.path.length === 0 ? { $ref: uri } : withReferences(at.value, uri)
    const validate = compiled.get(key) ?? compile(ajv, schema as AnySchema)
    compiled.set(key, validate)
    return validate(value) ? [] : (validate.errors ?? []).map(toIssue)
  }
}

function compile(ajv: Ajv2020, schema: AnySchema): ValidateFunction {
  try {
    return ajv.compile(schema)
  } catch {
    return ajv.compile(true)
  }
}

/** The same schema with each `$ref` resolved against `uri`. */
function withReferences(schema: unknown, uri: string): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withReferences(one, uri))
  if (!isRecord(schema)) return schema
  const entries = Object.entries(schema).map(([key, value]) =>
    key === '$ref' && typeof value === 'string'
      ? [key, new URL(value, uri).href]
      : [key, withReferences(value, uri)],
  )
  return Object.fromEntries(entries)
}

function toIssue({ instancePath, keyword, params, message = keyword }: ErrorObject): Issue {
  const own: unknown = params.missingProperty ?? params.additionalProperty ?? params.propertyName
  const path = typeof own === 'string' ? instancePath + toPointer([own]) : instancePath
  if (params.missingProperty !== undefined) return { path, keyword, message: 'is missing' }
  const isUnknown = params.additionalProperty !== undefined
  return { path, keyword, message: isUnknown ? 'is unknown' : message }
}
