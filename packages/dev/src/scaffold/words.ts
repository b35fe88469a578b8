import pluralize from 'pluralize'

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

/** The singular: `visa`, `type`; `person` of `people`. */
export const toSingular = (words: readonly string[]): string[] => [
  ...words.slice(0, -1),
  pluralize.singular(words.at(-1) ?? ''),
]

/** The plural: `visa`, `types`; `people` of `person`. */
export const toPlural = (words: readonly string[]): string[] => [
  ...words.slice(0, -1),
  pluralize.plural(words.at(-1) ?? ''),
]

/** `A country`, `An applicant`. */
export const withArticle = (words: readonly string[]): string =>
  `${/^[aeio]/.test(words[0] ?? '') ? 'An' : 'A'} ${words.join(' ')}`

const capitalize = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
