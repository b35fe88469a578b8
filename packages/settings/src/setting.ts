/** One environment variable: what `--help` says of it, and how its text is read. */
export type Setting<T> = {
  says: string
  /** Unit or form of the value, as help and README show it. */
  unit: string
  /** The default as help and README show it. */
  shownDefault: string
  fallback: T
  /** What `parse` accepts, for the message when it refuses. */
  expected: string
  /** The value, or `undefined` for a text that is none. */
  parse(text: string): T | undefined
}

export type Settings = { readonly [name: string]: Setting<unknown> }
export type ValuesOf<S extends Settings> = {
  [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never
}

type Numeric = { says: string; unit: string; fallback: number; min: number; max: number }

export function wholeNumber({ says, unit, fallback, min, max }: Numeric): Setting<number> {
  return {
    says,
    unit,
    shownDefault: String(fallback),
    fallback,
    expected: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : undefined
    },
  }
}

export const port = (
  fallback: number,
  says = 'Where to listen; 0 takes a free port.',
): Setting<number> =>
  wholeNumber({
    says,
    unit: 'port',
    fallback,
    min: 0,
    max: 65_535,
  })

export const host = (): Setting<string> => ({
  says: 'Address to listen on.',
  unit: 'host',
  shownDefault: '127.0.0.1',
  fallback: '127.0.0.1',
  expected: 'a host name or an IP address',
  parse: (text) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined),
})

type Choice<T extends string> = { says: string; options: readonly T[]; fallback: T }

export function choice<const T extends string>({ says, options, fallback }: Choice<T>): Setting<T> {
  const shown = options.join(', ')
  return {
    says,
    unit: shown,
    shownDefault: fallback,
    fallback,
    expected: `one of ${shown}`,
    parse: (text) => options.find((option) => option === text),
  }
}

type Optional = { says: string; unit: string }

/** Any text that is not empty; without the variable, the fallback. */
export const text = ({
  says,
  unit,
  fallback,
}: Optional & { fallback: string }): Setting<string> => ({
  ...{ says, unit, fallback, shownDefault: fallback },
  expected: 'text that is not empty',
  parse: (given) => (given.trim() === '' ? undefined : given.trim()),
})

/** A secret of visible ASCII characters, at least so many. */
export const secret = ({
  says,
  minLength,
}: {
  says: string
  minLength: number
}): Setting<string | undefined> => ({
  says,
  unit: `at least ${minLength} characters`,
  shownDefault: 'none',
  fallback: undefined,
  expected: `at least ${minLength} visible ASCII characters`,
  parse: (given) => (given.length >= minLength && /^[!-~]+$/.test(given) ? given : undefined),
})

/** Any text that is not empty. */
export const optionalText = ({ says, unit }: Optional): Setting<string | undefined> => ({
  says,
  unit,
  shownDefault: 'none',
  fallback: undefined,
  expected: 'text that is not empty',
  parse: (text) => (text.trim() === '' ? undefined : text.trim()),
})

/** Entries separated by commas; spaces around them do not count. */
export const list = ({ says, unit }: Optional): Setting<readonly string[]> => ({
  says,
  unit: `${unit}, separated by commas`,
  shownDefault: 'none',
  fallback: [],
  expected: 'entries separated by single commas',
  parse: (text) => {
    const entries = text.split(',').map((entry) => entry.trim())
    return entries.includes('') ? undefined : entries
  },
})
