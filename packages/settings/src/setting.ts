/** One environment variable: its text in `--help`, and how its value is read. */
export type Setting<T> = {
  says: string
  /** Unit or format of the value, as help and README show it. */
  unit: string
  /** The default as help and README show it. */
  shownDefault: string
  fallback: T
  /** What `parse` accepts, for the error message. */
  expected: string
  /** The value, or `undefined` if the text is not valid. */
  parse(text: string): T | undefined
}

export type Settings = { readonly [name: string]: Setting<unknown> }
export type ValuesOf<S extends Settings> = {
  [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never
}

type Described = { says: string; unit: string }
type Numeric = Described & { fallback: number; min: number; max: number }

export const wholeNumber = ({ min, max, fallback, ...described }: Numeric): Setting<number> => ({
  ...described,
  fallback,
  shownDefault: String(fallback),
  expected: `a whole number from ${min} to ${max}`,
  parse: (given) => {
    const value = /^[0-9]{1,15}$/.test(given) ? Number(given) : Number.NaN
    return value >= min && value <= max ? value : undefined
  },
})

export const port = (
  fallback: number,
  says = 'Port to listen on; 0 takes a free port.',
): Setting<number> => wholeNumber({ says, unit: 'port', fallback, min: 0, max: 65_535 })

export const host = (): Setting<string> => ({
  says: 'Address to listen on.',
  unit: 'host',
  shownDefault: '127.0.0.1',
  fallback: '127.0.0.1',
  expected: 'a host name or an IP address',
  parse: (given) => (/^[A-Za-z0-9.:_-]+$/.test(given) ? given : undefined),
})

type Choice<T extends string> = { says: string; options: readonly T[]; fallback: T }

export function choice<const T extends string>({ says, options, fallback }: Choice<T>): Setting<T> {
  const unit = options.join(', ')
  return {
    says,
    unit,
    shownDefault: fallback,
    fallback,
    expected: `one of ${unit}`,
    parse: (given) => options.find((option) => option === given),
  }
}

const someText = { expected: 'text', parse: (given: string) => given.trim() || undefined }

/** Text that is not empty. */
export const text = ({ fallback, ...described }: Described & { fallback: string }) =>
  ({ ...described, fallback, shownDefault: fallback, ...someText }) satisfies Setting<string>

const none = { shownDefault: 'none', fallback: undefined }

/** Text that is not empty, or nothing. */
export const optionalText = (described: Described): Setting<string | undefined> => ({
  ...described,
  ...none,
  ...someText,
})

type Secret = { says: string; minLength: number }

/** A secret of visible ASCII characters. */
export const secret = ({ says, minLength }: Secret): Setting<string | undefined> => ({
  says,
  unit: `at least ${minLength} characters`,
  ...none,
  expected: `at least ${minLength} visible ASCII characters`,
  parse: (given) => (given.length >= minLength && /^[!-~]+$/.test(given) ? given : undefined),
})

type List = Described & {
  /** Whether an entry is valid. @default any that is not empty */
  accepts?: (entry: string) => boolean
  expected?: string
}

/** Entries separated by commas; spaces around them are ignored. */
export const list = ({
  says,
  unit,
  accepts = (entry) => entry !== '',
  expected = 'entries separated by single commas',
}: List): Setting<readonly string[]> => ({
  says,
  unit: `${unit}, separated by commas`,
  shownDefault: 'none',
  fallback: [],
  expected,
  parse: (given) => {
    const entries = given.split(',').map((entry) => entry.trim())
    return entries.every(accepts) ? entries : undefined
  },
})
