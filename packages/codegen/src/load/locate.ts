import type { Location } from '../model.ts'
import { formatPointer, parsePointer } from './json-pointer.ts'
import { locateInJson } from './parse-json.ts'
import { locateInYaml } from './parse-yaml.ts'
import { isJson, readText } from './read-text.ts'

type Positions = Map<string, { line: number; column: number }>

/**
 * The locations of one file with line and column: of the node, or of the nearest node around it that
 * the file has. Reads the file again, so that nothing is kept for a run that has no problem.
 */
export function locate(locations: readonly Location[], path: string): Location[] {
  const text = readText(path)
  if (text === undefined) return [...locations]
  const pointers = new Set(locations.flatMap(({ pointer }) => ancestors(pointer)))
  const find = isJson(path, text) ? locateInJson : locateInYaml
  const positions = find(text, pointers)
  return locations.map((location) => {
    return location.line === undefined
      ? { ...location, ...nearest(positions, location.pointer) }
      : location
  })
}

function nearest(positions: Positions, pointer: string) {
  const known = ancestors(pointer).find((ancestor) => positions.has(ancestor))
  return known === undefined ? undefined : positions.get(known)
}

/** The pointer and those of everything around it, innermost first. */
function ancestors(pointer: string): string[] {
  const segments = parsePointer(pointer)
  return [...segments.keys(), segments.length]
    .map((length) => formatPointer(segments.slice(0, length)))
    .toReversed()
}
