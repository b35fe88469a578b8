import { compareText, isObject } from './json.ts'
import type { Location } from './model.ts'

/** A JSON value as a TypeScript literal, keys sorted, on one line where it fits into 100 columns. */
export function renderLiteral(value: unknown, { indent = '' }: { indent?: string } = {}): string {
  const flat = renderFlat(value)
  if (indent.length + flat.length <= 80 || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${renderLiteral(item, { indent: inner })},`)
    return ['[', ...items, `${indent}]`].join('\n')
  }
  const members = sortedEntries(value).map(
    ([key, item]) => `${inner}${renderKey(key)}: ${renderLiteral(item, { indent: inner })},`,
  )
  return ['{', ...members, `${indent}}`].join('\n')
}

/** A property name, quoted where it must be. Only in brackets `__proto__` names a property and not the prototype. */
export function renderKey(key: string): string {
  if (key === '__proto__') return "['__proto__']"
  return /^([A-Za-z_$][\w$]*|0|[1-9][0-9]{0,8})$/.test(key) ? key : renderText(key)
}

function renderFlat(value: unknown): string {
  if (typeof value === 'string') return renderText(value)
  if (Array.isArray(value)) return `[${value.map(renderFlat).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const members = sortedEntries(value).map(
    ([key, item]) => `${renderKey(key)}: ${renderFlat(item)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A text in single quotes. */
export function renderText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}

function sortedEntries(value: object): [string, unknown][] {
  return Object.entries(value).toSorted(([a], [b]) => compareText(a, b))
}

/** A docstring: the text, then where in the documents it comes from. */
export function renderDocstring(
  description: string | null,
  location: Location,
  { indent = '' }: { indent?: string } = {},
): string {
  const text = (description ?? '').trim()
  const lines = text === '' ? [] : text.split(/\r?\n/).map((line) => line.trimEnd())
  lines.push(`@see ${location.file}${location.pointer === '' ? '' : `#${location.pointer}`}`)
  return renderComment(lines, { indent })
}

/** A doc comment that none of its lines can end. */
export function renderComment(
  lines: readonly string[],
  { indent = '' }: { indent?: string } = {},
): string {
  const [only = '', ...others] = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (others.length === 0) return `${indent}/** ${only} */`
  return [
    `${indent}/**`,
    ...[only, ...others].map((line) => (line === '' ? `${indent} *` : `${indent} * ${line}`)),
    `${indent} */`,
  ].join('\n')
}
