/** The lower-case words of a name: `listVisaTypes` and `list-visa-types` are list, visa, types. */
export const toWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ ._-]+/)
    .filter((word) => word !== '')

/** `visa-type`. */
export const toKebab = (words: readonly string[]): string => words.join('-')

/** `visaType`. */
export const toCamel = ([first = '', ...rest]: readonly string[]): string =>
  first + rest.map(capitalize).join('')

/** `VisaType`. */
export const toPascal = (words: readonly string[]): string => words.map(capitalize).join('')

/** `Visa type`. */
export const toSentence = (words: readonly string[]): string => capitalize(words.join(' '))

/** The singular: `visa`, `type`. Irregular plurals need `--item`. */
export function toSingular(words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  const one = last
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^sy])s$/, '$1')
    .replace(/([aeou]y)s$/, '$1')
  return [...words.slice(0, -1), one]
}

/** The regular plural: `visa`, `types`. */
export function toPlural(words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  const many = /(s|sh|ch|x)$/.test(last)
    ? `${last}es`
    : /[^aeou]y$/.test(last)
      ? last.replace(/y$/, 'ies')
      : `${last}s`
  return [...words.slice(0, -1), many]
}

/** `A country`, `An applicant`. */
export const withArticle = (words: readonly string[]): string =>
  `${/^[aeio]/.test(words[0] ?? '') ? 'An' : 'A'} ${words.join(' ')}`

const capitalize = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
