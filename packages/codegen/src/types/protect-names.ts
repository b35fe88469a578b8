import { isObject } from '../bundle/node.ts'

/**
 * openapi-typescript keeps the place of a node as a URI fragment: `%` in a name makes it fail, and `#`
 * in an operationId it writes as `/`. Characters of the private use area stand for them meanwhile.
 */
const STAND_INS = [
  ['%', '\ue025'],
  ['#', '\ue023'],
] as const

/** The document with stand-ins in its keys and operationIds. */
export function protectNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(protectNames)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => {
    const isId = key === 'operationId' && typeof item === 'string'
    return [protect(key), isId ? protect(item) : protectNames(item)]
  })
  return Object.fromEntries(entries)
}

/** The text with the characters back, in the two ways in which TypeScript prints a stand-in. */
export function restoreNames(text: string): string {
  let restored = text
  for (const [character, standIn] of STAND_INS) {
    const escaped = `\\u${standIn.charCodeAt(0).toString(16).toUpperCase()}`
    restored = restored.replaceAll(standIn, character).replaceAll(escaped, character)
  }
  return restored
}

function protect(name: string): string {
  return STAND_INS.reduce((text, [character, standIn]) => text.replaceAll(character, standIn), name)
}
