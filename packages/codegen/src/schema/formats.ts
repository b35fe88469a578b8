import formatsModule from 'ajv-formats/dist/formats.js'

/** What becomes of a format on the way from a schema to a validator. KEYWORDS.md says how. */
type FormatRow =
  | { fate: 'pattern'; type: 'string'; pattern: RegExp }
  | { fate: 'function'; type: 'string' | 'number'; name: string }
  | { fate: 'annotation'; isRule: boolean }

/** Checked by a regular expression of ajv-formats. */
const pattern = (name: keyof typeof formatsModule.fullFormats): FormatRow => {
  return { fate: 'pattern', type: 'string', pattern: formatsModule.fullFormats[name] as RegExp }
}

/** Checked by a function of `runtime/checks.ts`. */
const text = (name: string): FormatRow => ({ fate: 'function', type: 'string', name })
const number = (name: string): FormatRow => ({ fate: 'function', type: 'number', name })

/** A format that by its definition accepts every value of its type. */
const hint: FormatRow = { fate: 'annotation', isRule: false }
/** A format that checks values by its definition, and for which no check is known. */
const unchecked: FormatRow = { fate: 'annotation', isRule: true }

/** The formats of JSON Schema 2020-12 and of the OpenAPI registry. Any other is reported as a notice. */
export const formatTable: Readonly<Record<string, FormatRow>> = {
  date: text('isDate'),
  time: text('isTime'),
  'date-time': text('isDateTime'),
  'iso-time': text('isIsoTime'),
  'iso-date-time': text('isIsoDateTime'),
  duration: pattern('duration'),
  uri: text('isUri'),
  'uri-reference': text('isUriReference'),
  'uri-template': text('isUriTemplate'),
  url: text('isUrl'),
  email: text('isEmail'),
  hostname: text('isHostname'),
  ipv4: pattern('ipv4'),
  ipv6: pattern('ipv6'),
  regex: text('isRegex'),
  uuid: pattern('uuid'),
  'json-pointer': pattern('json-pointer'),
  'json-pointer-uri-fragment': pattern('json-pointer-uri-fragment'),
  'relative-json-pointer': pattern('relative-json-pointer'),
  byte: text('isByte'),
  int32: number('isInt32'),
  int64: number('isInt64'),
  float: hint,
  double: hint,
  password: hint,
  binary: hint,
  'idn-email': unchecked,
  'idn-hostname': unchecked,
  iri: unchecked,
  'iri-reference': unchecked,
}

/** True for a format that checks values by its definition, and for which no check is known. */
export function isUncheckedFormat(format: string): boolean {
  const row = formatRow(format) ?? unchecked
  return row.fate === 'annotation' && row.isRule
}

/** The row of a format; undefined for an unknown one. */
export function formatRow(format: string): FormatRow | undefined {
  return Object.hasOwn(formatTable, format) ? formatTable[format] : undefined
}
