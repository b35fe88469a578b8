import type { Location } from '../model.ts'

/** A docstring: the text, then where in the documents it comes from. */
export function renderDocstring(
  description: string | null,
  location: Location,
  { indent = '' }: { indent?: string } = {},
): string {
  const text = (description ?? '').trim().replaceAll('*/', '*\\/')
  const lines = text === '' ? [] : text.split(/\r?\n/).map((line) => line.trimEnd())
  lines.push(`@see ${location.file}${location.pointer === '' ? '' : `#${location.pointer}`}`)
  const [only] = lines
  if (lines.length === 1) return `${indent}/** ${only} */`
  return [
    `${indent}/**`,
    ...lines.map((line) => (line === '' ? `${indent} *` : `${indent} * ${line}`)),
    `${indent} */`,
  ].join('\n')
}
