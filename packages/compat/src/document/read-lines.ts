import { readFileSync } from 'node:fs'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/** The 1-based line of the last key, or of the closest key above if it is missing. */
export type Lines = (keys: readonly string[]) => number | undefined

/** The lines of a file in YAML or JSON. */
export function readLines(file: string): Lines {
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter })
  return (keys) => {
    let node: unknown = document.contents
    let offset = (node as Node | null)?.range?.[0]
    for (const key of keys) {
      if (isMap(node)) {
        const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === key)
        if (pair === undefined) break
        offset = (pair.key as Node).range?.[0] ?? offset
        node = pair.value
      } else if (isSeq(node)) {
        node = node.items[Number(key)]
        offset = (node as Node | undefined)?.range?.[0] ?? offset
      } else break
    }
    return offset === undefined ? undefined : lineCounter.linePos(offset).line
  }
}
