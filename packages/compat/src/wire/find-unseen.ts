import { isDeepStrictEqual } from 'node:util'
import { escapeKey, keyOf, type SpecDocument, type SpecNode } from '../document/spec-document.ts'
import { isKeyword } from './is-keyword.ts'
import type { RedoclyChange } from './redocly-change.ts'

interface Ends {
  from: SpecNode
  to: SpecNode
}

/** Changes that Redocly passes over: objects and lists that `const` and `enum` name. */
export function findUnseen(from: SpecDocument, to: SpecDocument): RedoclyChange[] {
  const found: RedoclyChange[] = []
  const seen = new Set<string>()
  const visit = (ends: Ends, keys: readonly string[]) => {
    const pair = `${keyOf(ends.from)} ${keyOf(ends.to)}`
    if (seen.has(pair)) return
    seen.add(pair)
    for (const key of keysOf(ends.to.value)) {
      if (/^x-|^examples?$/.test(key) && isKeyword([...keys, key], keys.length)) continue
      const [one, other] = [from.child(ends.from, key), to.child(ends.to, key)]
      if (one === undefined || other === undefined) continue
      const isData = /^(const|enum)$/.test(key) && isKeyword([...keys, key], keys.length)
      if (!isData) visit({ from: one, to: other }, [...keys, key])
      else if (isNested(one.value) && !isDeepStrictEqual(one.value, other.value)) {
        found.push(toChange({ from: one, to: other }, [...keys, key]))
      }
    }
  }
  visit({ from: from.root, to: to.root }, [])
  return found
}

function toChange({ from, to }: Ends, keys: readonly string[]): RedoclyChange {
  const end = ({ file, pointer, value }: SpecNode) => ({ file, pointer: `#${pointer}`, value })
  return {
    path: `#${keys
      .slice(0, -1)
      .map((key) => `/${escapeKey(key)}`)
      .join('')}`,
    typeName: 'Schema',
    kind: 'modified',
    impact: 'major',
    verdicts: [],
    property: keys.at(-1) ?? '',
    base: end(from),
    revision: end(to),
  }
}

/** Whether a constant, or a member of a set, is no plain value. */
function isNested(value: unknown): boolean {
  const isObject = (one: unknown) => typeof one === 'object' && one !== null
  return Array.isArray(value) ? value.some(isObject) : isObject(value)
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}
