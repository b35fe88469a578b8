import { fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import type { PlainSchema } from './flatten.ts'

/** Texts that satisfy all of some schemas. */
export function arbitraryOfString(parts: readonly PlainSchema[]): fc.Arbitrary<string> {
  const patterns = parts.flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : [],
  )
  const formats = parts.flatMap(({ format }) => (typeof format === 'string' ? [format] : []))
  const minLength = Math.max(0, ...parts.map((part) => (part.minLength ?? 0) as number))
  const makers = [
    ...patterns.map((pattern) => fc.stringMatching(pattern)),
    ...formats.map(arbitraryOfFormat),
  ]
  const made = makers.length > 0 ? fc.oneof(...makers) : anyText
  return made.filter(
    (text) =>
      [...text].length >= minLength &&
      patterns.every((pattern) => pattern.test(text)) &&
      formats.every((format) => isOfFormat(format, text)),
  )
}

/** Any text, with those among it that have broken readers. */
const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['', ' ', 'null', 'VISA_GRANTED', '__proto__', 'constructor', '\u2028', '\u0000'],
      ...['<script>', "Robert'); drop table events;--", '😀', 'e\u0301', '\ufeffBOM'],
    ),
  },
)

const makersOfFormat: Record<string, fc.Arbitrary<string>> = {
  'date-time': fc
    .tuple(
      fc.date({
        min: new Date('0001-01-01T00:00:00.000Z'),
        max: new Date('9999-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      }),
      fc.option(fc.stringMatching(/^[0-9]{1,9}$/)),
    )
    .map(([date, fraction]) => {
      const text = date.toISOString()
      return fraction === null ? text : `${text.slice(0, 19)}.${fraction}Z`
    }),
  email: fc.emailAddress(),
  uri: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
  uuid: fc.uuid(),
}

function arbitraryOfFormat(format: string): fc.Arbitrary<string> {
  const maker = makersOfFormat[format]
  if (maker) return maker
  throw new TypeError(
    `Format ${format} has no arbitrary: expected one of ${Object.keys(makersOfFormat).join(', ')}. Teach it to ${import.meta.filename}.`,
  )
}

function isOfFormat(format: string, text: string): boolean {
  // ajv-formats takes `https://:A`, which is no URI of RFC 3986 and is refused by our validators.
  if (format === 'uri' && !URL.canParse(text)) return false
  const known: unknown = (fullFormats as Record<string, unknown>)[format]
  if (known instanceof RegExp) return known.test(text)
  if (typeof known === 'function') return known(text)
  if (typeof known === 'object' && known !== null && 'validate' in known) {
    const { validate } = known as { validate: RegExp | ((text: string) => boolean) }
    return validate instanceof RegExp ? validate.test(text) : validate(text)
  }
  throw new TypeError(`Format ${format} is unknown to ajv-formats.`)
}
