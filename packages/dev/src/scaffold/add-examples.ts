import type { Draft } from './draft.ts'

/** One example of a schema, and its entry in `cases.yaml`. */
export type NewExample = {
  /** Folder and name, such as `valid/visa-type`. */
  name: string
  says: string
  rule: string
  /** Where and by which keyword it fails first, if it fails. */
  fails?: { path: string; keyword: string }
  /** A value, or text that is not JSON. */
  value: unknown
}

/** Adds the files of a schema's examples, and their cases. */
export function addExamples(draft: Draft, schema: string, examples: readonly NewExample[]): void {
  const folder = `specs/examples/${schema}`
  for (const { name, value } of examples) {
    const text = name.startsWith('unparseable/') ? String(value) : JSON.stringify(value, null, 2)
    draft.add(`${folder}/${name}.json`, `${text}\n`)
  }
  draft.add(`${folder}/cases.yaml`, examples.map(renderCase).join(''))
}

const renderCase = ({ name, says, rule, fails }: NewExample) => `${name}:
  says: ${says}
  rule: ${rule}
${fails ? `  path: ${fails.path === '' ? '""' : fails.path}\n  keyword: ${fails.keyword}\n` : ''}`
