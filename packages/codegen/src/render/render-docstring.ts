import type { Location } from '../model.ts'

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

/** A doc comment that no line can end. */
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
