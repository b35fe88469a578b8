import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DocsError } from './errors.ts'

/**
 * Puts the content of each example file where an `externalValue` named it: a relative URL means
 * nothing once the bundle has left the folder of the specs.
 *
 * @throws {DocsError} when a file is missing or is not JSON.
 */
export function inlineExamples(node: unknown, folder: string): unknown {
  if (Array.isArray(node)) return node.map((item) => inlineExamples(item, folder))
  if (typeof node !== 'object' || node === null) return node
  const inlined: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === 'externalValue' && typeof value === 'string') {
      inlined.value = readExample(resolve(folder, value), value)
    } else {
      inlined[key] = inlineExamples(value, folder)
    }
  }
  return inlined
}

function readExample(file: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new DocsError(
      `Example ${name} cannot be read: expected a file with JSON. Mend externalValue.`,
      {
        cause,
      },
    )
  }
}
