import type { Location } from '../model.ts'

/** The position is that of the named schema, so it is left out where the pointer leads into it. */
export function inside(location: Location, pointer: string): Location {
  return pointer === '' ? location : { file: location.file, pointer: location.pointer + pointer }
}
