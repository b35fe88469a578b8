import { CliError } from '../cli-error.ts'

/** One `--set`: where, and what; `undefined` takes the member away. */
export type Assignment = { path: readonly string[]; value: unknown }

/** `submission.visa.name=text`, `submission.feedbackDocsUrl:=["…"]` for JSON, `…:=` to take it away. */
export function parseAssignment(text: string): Assignment {
  const [, path, colon, given = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? []
  const names = path?.split('.') ?? []
  if (names.length === 0 || names.includes('')) {
    throw wrong('expected path=text or path:=json, such as submission.visa.name=Tourist')
  }
  if (colon === '') return { path: names, value: given }
  if (given === '') return { path: names, value: undefined }
  try {
    return { path: names, value: JSON.parse(given) }
  } catch {
    throw wrong(`expected JSON after ${names.join('.')}:=, received something else`)
  }
}

/** Changes a member of a JSON value in place; objects on the way that are missing are made. */
export function setMember(root: unknown, { path, value }: Assignment): void {
  let at = root
  for (const [index, name] of path.entries()) {
    if (typeof at !== 'object' || at === null) {
      const place = path.slice(0, index).join('.') || 'the event'
      throw wrong(`expected members in ${place}, which has none`)
    }
    const isLast = index === path.length - 1
    if (isLast && value === undefined) {
      Reflect.deleteProperty(at, name)
      return
    }
    const next = isLast ? value : (ownMember(at, name) ?? {})
    // Also of a member named __proto__, this makes a member and nothing else.
    Object.defineProperty(at, name, { value: next, ...plain })
    at = next
  }
}

const plain = { writable: true, enumerable: true, configurable: true }

const ownMember = (object: object, name: string): unknown =>
  Object.getOwnPropertyDescriptor(object, name)?.value

const wrong = (problem: string) => new CliError('usage', `--set is wrong: ${problem}. Correct it.`)
