import { messages, type SubmissionUpdated } from '@partner-platform/types'
import { isSubmissionUpdatedSent } from '@partner-platform/validators'
import { usageError } from '../errors.ts'
import { type Example, type ExampleName, examples } from '../generated/examples.ts'
import { readFile } from '../read-file.ts'

export type Recipe = {
  example?: string | undefined
  file?: string | undefined
  status?: string | undefined
  event?: string | undefined
  assignments?: readonly Assignment[]
}

const fileLimitBytes = 16 * 1024 * 1024

/**
 * The bytes of an event. A file, and an example that nobody may send, are used byte for byte; another
 * example gets the current time. An event that an option changes is printed again, as compact JSON.
 */
export async function buildEvent(recipe: Recipe, identity: Identity): Promise<Buffer> {
  const { status, event, assignments = [] } = recipe
  const changes = [
    ...(status === undefined ? [] : [{ path: ['submission', 'status'], value: status }]),
    ...(event === undefined ? [] : [{ path: ['event'], value: event }]),
    ...assignments,
  ]
  const bytes = await baseOf(recipe, identity)
  if (changes.length === 0) return bytes
  const value = attempt('is not JSON', () => JSON.parse(bytes.toString()))
  for (const change of changes) setMember(value, change)
  return Buffer.from(attempt('is nested too deep to print', () => JSON.stringify(value)))
}

function attempt<T>(problem: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw usageError(
      `The event cannot be changed: it ${problem}. Leave out --status, --event and --set.`,
      cause,
    )
  }
}

/** The event's name for the header: the name in the body, if it is valid in a header. */
export function eventNameOf(body: Buffer): string {
  try {
    const { event }: { event?: unknown } = JSON.parse(body.toString())
    if (typeof event === 'string' && /^[\u0021-\u007e]+$/.test(event)) return event
  } catch {
    // Unreadable JSON has no name.
  }
  return messages.submissionUpdated.name
}

async function baseOf({ example, file, status }: Recipe, identity: Identity): Promise<Buffer> {
  if (file !== undefined) return readFile(file, { what: 'an event', limitBytes: fileLimitBytes })
  // The service prints compact JSON; an example may be about its layout.
  if (example === undefined) {
    return Buffer.from(JSON.stringify(JSON.parse(freshen(exampleFor(status).body, identity))))
  }
  const found = findExample(example)
  const isReadable = found.folder === 'valid' || found.folder === 'tolerated'
  return isReadable ? Buffer.from(freshen(found.body, identity)) : bytesOf(found)
}

/** The example that fits the status: a granted submission, or one without the fields of a grant. */
function exampleFor(status: string | undefined) {
  const granted = examples['visa-granted']
  if (status === undefined) return granted
  const event = JSON.parse(granted.body)
  event.submission.status = status
  return isSubmissionUpdatedSent(event) ? granted : examples.returned
}

/** An example of the contract. Throws a `CliError` of code `usage` for an unknown name. */
export function findExample(name: string): Example {
  if (isExampleName(name)) return examples[name]
  throw usageError('The example is unknown. Use one that partner-platform examples lists.')
}

export const bytesOf = ({ body, encoding }: Example) => Buffer.from(body, encoding)

const isExampleName = (name: string): name is ExampleName => Object.hasOwn(examples, name)

/** The time and the submission, which make each event different. */
type Identity = { timestamp: string; uuid: string }

/** The text of an event with another time and submission id. The rest stays as written. */
function freshen(text: string, { timestamp, uuid }: Identity): string {
  const event: SubmissionUpdated = JSON.parse(text)
  const replaced = text
    .replace(JSON.stringify(event.timestamp), () => JSON.stringify(timestamp))
    .replace(JSON.stringify(event.submission.uuid), () => JSON.stringify(uuid))
  const now: SubmissionUpdated = JSON.parse(replaced)
  if (now.timestamp === timestamp && now.submission.uuid === uuid) return replaced
  return JSON.stringify({ ...event, timestamp, submission: { ...event.submission, uuid } })
}

/** One `--set`: path and value; `undefined` removes the member. */
type Assignment = { path: readonly string[]; value: unknown }

/** `submission.visa.name=text`, `submission.feedbackDocsUrl:=["…"]` for JSON, `…:=` to remove. */
export function parseAssignment(text: string): Assignment {
  const [, path, colon, given = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? []
  const names = path?.split('.') ?? []
  if (names.length === 0 || names.includes('')) {
    throw wrong('must be path=text or path:=json, such as submission.visa.name=Tourist')
  }
  if (colon === '') return { path: names, value: given }
  if (given === '') return { path: names, value: undefined }
  try {
    return { path: names, value: JSON.parse(given) }
  } catch {
    throw wrong(`needs JSON after ${names.join('.')}:=`)
  }
}

/** Changes a member of a JSON value in place, and creates the missing objects above it. */
function setMember(root: unknown, { path, value }: Assignment): void {
  let at = root
  for (const [index, name] of path.entries()) {
    if (typeof at !== 'object' || at === null) {
      const place = path.slice(0, index).join('.') || 'the event'
      throw wrong(`cannot change ${place}, which has no members`)
    }
    const isLast = index === path.length - 1
    if (isLast && value === undefined) {
      Reflect.deleteProperty(at, name)
      return
    }
    const next = isLast ? value : (ownMember(at, name) ?? {})
    // Even __proto__ becomes an ordinary member this way.
    Object.defineProperty(at, name, { value: next, ...plain })
    at = next
  }
}

const plain = { writable: true, enumerable: true, configurable: true }

const ownMember = (object: object, name: string): unknown =>
  Object.getOwnPropertyDescriptor(object, name)?.value

const wrong = (problem: string) => usageError(`--set ${problem}.`)
