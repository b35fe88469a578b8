import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Texts for the placeholders of templates: `{{thing}}` takes `thing`. */
export type Values = Readonly<Record<string, string>>

/** One example of a schema, and its entry in `cases.yaml`. */
export type NewExample = {
  /** Folder and name, such as `valid/visa-type`. */
  name: string
  says: string
  /** @default the new decision */
  rule?: string
  /** Where and by which keyword it fails first. @default it does not fail */
  fails?: readonly [path: string, keyword: string]
  /** Why a program could not use it; for examples in `invalid/`. */
  unusable?: string
  /** A value, or text that is not JSON. */
  value: unknown
}

/** The schema of a new operation has the name of its thing, unless `--item` gives another. */
const otherName = (file: string) =>
  file.startsWith('specs/schemas/')
    ? 'Choose another name, for an operation with --item.'
    : 'Choose another name.'

export type Draft = ReturnType<typeof createDraft>

/** The files to write, kept in memory until complete. Paths are relative to the root. */
export function createDraft(root: string) {
  const texts = new Map<string, string>()
  /** The file as it will be written. */
  const read = (file: string) => texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  /** Throws a `ScaffoldError` if the file exists. */
  const add = (file: string, text: string) => {
    if (texts.has(file) || existsSync(join(root, file)))
      throw new ScaffoldError('clash', `${file} already exists. ${otherName(file)}`)
    texts.set(file, text)
  }
  return {
    read,
    add,
    has: (file: string) => texts.has(file) || existsSync(join(root, file)),
    change(file: string, edit: (text: string) => string) {
      const before = read(file)
      const after = edit(before)
      if (after !== before) texts.set(file, after)
    },
    addAll(files: Readonly<Record<string, string>>, values: Values) {
      for (const [file, template] of Object.entries(files)) add(file, fill(template, values))
    },
    addExamples(schema: string, decision: string, examples: readonly NewExample[]) {
      const folder = `specs/examples/${schema}`
      const cases = examples.map(({ name, says, rule = decision, fails, value }) => {
        const isText = name.startsWith('unparseable/')
        add(`${folder}/${name}.json`, `${isText ? value : JSON.stringify(value, null, 2)}\n`)
        const [path, keyword] = fails ?? []
        const failure = fails ? `  path: ${path || '""'}\n  keyword: ${keyword}\n` : ''
        return `${name}:\n  says: ${says}\n  rule: ${rule}\n${failure}`
      })
      const reasons = examples.flatMap(({ fails, unusable }) =>
        unusable === undefined ? [] : [`  ${fails?.[0] || '""'}: ${unusable}\n`],
      )
      add(`${folder}/cases.yaml`, ['unusable:\n', ...reasons, ...cases].join(''))
    },
    nextDecision() {
      const names = readdirSync(join(root, 'specs/decisions'))
      const numbers = names.map((name) => Number(/^D-(\d{3})-/.exec(name)?.[1] ?? 0))
      return `D-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
    },
    decisionFile(id: string): string {
      const name = readdirSync(join(root, 'specs/decisions')).find((one) =>
        one.startsWith(`${id}-`),
      )
      if (name === undefined)
        throw new ScaffoldError(
          'clash',
          `${id} has no file in specs/decisions/. Add it, or correct x-decision in openapi.yaml.`,
        )
      return `specs/decisions/${name}`
    },
    list: () =>
      [...texts.keys()].sort().map((file) => ({ file, isNew: !existsSync(join(root, file)) })),
    write() {
      for (const [file, text] of texts) {
        mkdirSync(dirname(join(root, file)), { recursive: true })
        writeFileSync(join(root, file), text)
      }
    },
  }
}

/** The text of a template in `templates/`, such as `event/message.yaml`. */
export function fill(template: string, values: Values): string {
  const file = join(import.meta.dirname, 'templates', `${template}.template`)
  return fillText(readFileSync(file, 'utf8'), values, template)
}

/** A text, or that of a template, with its placeholders replaced. */
export const fillText = (text: string, values: Values, template = text): string =>
  text.replaceAll(/\{\{([\w -]+)\}\}/g, (placeholder, name: string) => {
    const value = values[name]
    if (value === undefined)
      throw new Error(`Template ${template} has no value for ${placeholder}.`)
    return value
  })

/** An example that readers tolerate: one with a field that they do not know. */
export const withUnknownField = (what: string, value: object): NewExample => ({
  name: 'tolerated/unknown-field',
  says: `Readers ignore an unknown field of the ${what}.`,
  rule: 'D-026',
  fails: ['/fieldOfTomorrow', 'additionalProperties'],
  value: { ...value, fieldOfTomorrow: null },
})

export const truncated = (value: string): NewExample => ({
  name: 'unparseable/truncated',
  says: 'The body is cut off.',
  value,
})

/** Why nothing was written. `usage`: the command line is wrong; `clash`: the name is taken. */
export class ScaffoldError extends Error {
  override name = 'ScaffoldError'
  readonly code: 'usage' | 'clash'

  constructor(code: 'usage' | 'clash', message: string) {
    super(message)
    this.code = code
  }
}
