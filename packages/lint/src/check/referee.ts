import type { AnySchema, ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { isRecord, type Path, toPointer } from '../contract/pointer.ts'
import { documentFiles, resolve } from '../contract/references.ts'
import type { Specs } from '../contract/specs.ts'
import { tolerantForm, withReferences } from './tolerant-form.ts'

/** How a value fails; a missing or unknown property is told by its own path. */
export type Issue = { path: string; keyword: string; message: string }
export type Form = 'sent' | 'received'

/** The issues of a value under the schema at a place of the contract; none when it passes. */
export type Referee = (place: { file: string; path: Path }, value: unknown, form: Form) => Issue[]

const base = (form: Form) => `https://${form}.invalid/`

/**
 * Judges values by plain Ajv and the files of the contract alone: as written (`sent`), or in the
 * tolerant form (`received`). Throws what Ajv throws where a schema does not compile.
 */
export function createReferee(specs: Specs): Referee {
  const referee = known.get(specs) ?? compileReferee(specs)
  known.set(specs, referee)
  return referee
}

const known = new WeakMap<Specs, Referee>()

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
    // What is no schema is told by the dialect; here it must only not get in the way.
    const schema = isRecord(value) ? value : {}
    ajv.addSchema(schema, base('sent') + file)
    if (!file.startsWith('schemas/')) continue
    ajv.addSchema(tolerantForm(schema) as object, base('received') + file)
  }
  const compiled = new Map<string, ValidateFunction>()
  return (place, value, form) => {
    // Ajv forgets the base of a schema that a pointer into another file leads to.
    const at = resolve(specs, place.file, place.path)
    const key = `${form} ${at.file}${toPointer(at.path)}`
    const toAbsolute = (reference: string) => new URL(reference, base(form) + at.file).href
    const schema =
      at.path.length === 0 ? { $ref: base(form) + at.file } : withReferences(at.value, toAbsolute)
    const validate = compiled.get(key) ?? ajv.compile(schema as AnySchema)
    compiled.set(key, validate)
    return validate(value) ? [] : (validate.errors ?? []).map(toIssue)
  }
}

function toIssue({ instancePath, keyword, params, message = keyword }: ErrorObject): Issue {
  const own: unknown = params.missingProperty ?? params.additionalProperty ?? params.propertyName
  const path = typeof own === 'string' ? instancePath + toPointer([own]) : instancePath
  if (params.missingProperty !== undefined) return { path, keyword, message: 'must be there' }
  const isUnknown = params.additionalProperty !== undefined
  return { path, keyword, message: isUnknown ? 'is unknown' : message }
}
