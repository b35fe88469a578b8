import { mistake } from './mistake.ts'

/** Throws a `TypeError` that names the first option which is none of `known`: most are misspelt. */
export function refuseUnknown(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const expected = `one of ${known.join(', ')}`
  const received = 'another name'
  throw mistake(`Option ${unknown} is unknown`, { expected, received, next: 'Correct it' })
}
