import { didYouMean } from '../contract/nearest-name.ts'
import { isRecord, objectsIn, type Path } from '../contract/pointer.ts'
import type { Finding, Found } from '../contract/problem.ts'
import { documentFiles } from '../contract/references.ts'
import type { Specs } from '../contract/specs.ts'

type Extension = { says: string; is: (value: unknown) => boolean; where?: (path: Path) => boolean }

const isOneOrMore = (form: RegExp) => (value: unknown) =>
  [value].flat().length > 0 &&
  [value].flat().every((one) => typeof one === 'string' && form.test(one))

const isConstant = (value: unknown) =>
  isRecord(value) &&
  typeof value.description === 'string' &&
  'value' in value &&
  Object.keys(value).every((key) => /^(description|value|x-decision|x-source)$/.test(key))

const extensions: Record<string, Extension> = {
  'x-source': {
    says: "the id of a statement in quotes, such as '5.4', or a list of such ids",
    is: isOneOrMore(/^/),
  },
  'x-decision': {
    says: 'a decision such as D-015, or a list of decisions',
    is: isOneOrMore(/^D-\d{3}$/),
  },
  'x-sender-only': { says: 'true, on a schema that readers drop', is: (value) => value === true },
  'x-name': {
    says: 'a word of lower-case letters, on a server',
    is: (value) => typeof value === 'string' && /^[a-z]+$/.test(value),
    where: (path) => path.at(-2) === 'servers',
  },
  'x-constants': {
    says: 'entries with description, value and x-decision, at the top of a document',
    is: (value) => isRecord(value) && Object.values(value).every(isConstant),
    where: (path) => path.length === 0,
  },
}

/** Extensions that nothing reads, or that do not hold what is read from them. */
export function* checkExtensions(specs: Specs): Iterable<Found> {
  for (const file of documentFiles(specs)) {
    const document = specs.files.get(file)?.value
    for (const [object, path] of objectsIn(document)) {
      if (isNameMap(path)) continue
      for (const [key, value] of Object.entries(object)) {
        const finding = key.startsWith('x-') ? checkExtension(key, value, path) : undefined
        if (finding) yield { file, path: [...path, key], onKey: true, ...finding }
      }
    }
  }
}

/** Header fields and properties may be called `x-…` without being extensions. */
const isNameMap = (path: Path) =>
  ['properties', 'headers'].includes(String(path.at(-1))) && path.at(-2) !== 'components'

function checkExtension(key: string, value: unknown, path: Path): Finding | undefined {
  const extension = Object.hasOwn(extensions, key) ? extensions[key] : undefined
  if (!extension) {
    const names = Object.keys(extensions)
    const message = `${key} is an unknown extension.`
    const fix = didYouMean(key, names, `Use one of ${names.join(', ')}.`)
    return { rule: 'extensions/unknown', message, fix }
  }
  const { says, is, where } = extension
  if (where && !where(path)) {
    const message = `${key} has no meaning here.`
    return { rule: 'extensions/misplaced', message, fix: `Move it: it must be ${says}.` }
  }
  if (is(value)) return undefined
  const isEmpty = Array.isArray(value) && value.length === 0
  const message = isEmpty ? `${key} is empty.` : `${key} has an invalid value.`
  const fix = isEmpty ? `Write ${says}, or remove ${key}.` : `Write ${says}.`
  return { rule: 'extensions/wrong-value', message, fix }
}
