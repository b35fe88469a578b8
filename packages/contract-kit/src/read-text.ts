import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** The text of a file of the specs, or an `Error` that says which one is missing. */
export function readText(specs: string, file: string): string {
  try {
    return readFileSync(join(specs, file), 'utf8')
  } catch (cause) {
    throw new Error(`specs/${file} cannot be read. Add it, or drop what asks for it.`, { cause })
  }
}

export const parseJson = (text: string, file: string) => parseWith(JSON.parse, text, file)
export const parseYaml = (text: string, file: string) => parseWith(parse, text, file)

function parseWith(read: (text: string) => unknown, text: string, file: string): unknown {
  try {
    return read(text)
  } catch (cause) {
    throw new Error(
      `specs/${file} does not parse. Correct it; examples that must not parse go to unparseable/.`,
      { cause },
    )
  }
}
