import formatsModule from 'ajv-formats/dist/formats.js'

/** What becomes of a format on the way from a schema to a validator. */
type FormatRow = { how: string } & (
  | { fate: 'pattern'; type: 'string'; pattern: RegExp }
  | { fate: 'function'; type: 'string' | 'number'; name: string }
  | { fate: 'annotation' }
)

function pattern(name: keyof typeof formatsModule.fullFormats, how: string): FormatRow {
  const format = formatsModule.fullFormats[name]
  if (format instanceof RegExp) return { fate: 'pattern', type: 'string', pattern: format, how }
  throw new TypeError(
    `Format ${name} is not a regular expression in ajv-formats. Write it as a function.`,
  )
}

/** Checked by a function of `runtime/checks.ts`. */
const text = (name: string, how: string): FormatRow => {
  return { fate: 'function', type: 'string', name, how }
}
const number = (name: string, how: string): FormatRow => {
  return { fate: 'function', type: 'number', name, how }
}
const annotation = (how: string): FormatRow => ({ fate: 'annotation', how })

const noCheck = 'Not checked; reported as a notice.'

/** The formats of JSON Schema 2020-12 and of the OpenAPI registry. Any other is reported as a notice. */
export const formatTable: Readonly<Record<string, FormatRow>> = {
  date: text('isDate', 'A date that exists in the calendar.'),
  time: text('isTime', 'With an offset.'),
  'date-time': text('isDateTime', 'Any offset; `T`, `t` or white space between day and time.'),
  'iso-time': text('isIsoTime', 'The offset is optional.'),
  'iso-date-time': text('isIsoDateTime', 'The offset is optional.'),
  duration: pattern('duration', 'ISO 8601 duration.'),
  uri: text('isUri', 'RFC 3986, absolute, any scheme: `javascript:` passes, so add a pattern.'),
  'uri-reference': text('isUriReference', 'RFC 3986, absolute or relative.'),
  'uri-template': text('isUriTemplate', 'RFC 6570 with its errata.'),
  url: text(
    'isUrl',
    'A `uri` of http, https or ftp. The pattern of ajv-formats takes quadratic time.',
  ),
  email: text('isEmail', 'RFC 5321, one address.'),
  hostname: text('isHostname', 'RFC 1123; an `xn--` label must decode.'),
  ipv4: pattern('ipv4', 'Dotted decimal.'),
  ipv6: pattern('ipv6', 'RFC 4291, without zone.'),
  regex: text('isRegex', 'ECMAScript.'),
  uuid: pattern('uuid', 'Either case; `urn:uuid:` passes, so add a pattern.'),
  'json-pointer': pattern('json-pointer', 'RFC 6901.'),
  'json-pointer-uri-fragment': pattern('json-pointer-uri-fragment', 'RFC 6901 in a URI fragment.'),
  'relative-json-pointer': pattern('relative-json-pointer', 'A count of steps up, then a pointer.'),
  byte: text('isByte', 'Base64 with padding, on one line.'),
  int32: number('isInt32', 'A whole number in the range.'),
  int64: number('isInt64', 'A whole number in the range; beyond 2^53 it is rounded already.'),
  float: annotation('Any JSON number.'),
  double: annotation('Any JSON number.'),
  password: annotation('A hint to user interfaces.'),
  binary: annotation('Bytes are not JSON.'),
  'idn-email': annotation(noCheck),
  'idn-hostname': annotation(noCheck),
  iri: annotation(noCheck),
  'iri-reference': annotation(noCheck),
}

/** True for a format that checks values by its definition, and for which no check is known. */
export function isUncheckedFormat(format: string): boolean {
  return (formatRow(format)?.how ?? noCheck) === noCheck
}

/** The row of a format; undefined for an unknown one. */
export function formatRow(format: string): FormatRow | undefined {
  return Object.hasOwn(formatTable, format) ? formatTable[format] : undefined
}
