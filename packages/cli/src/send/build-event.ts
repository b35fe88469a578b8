import { messages } from '@partner-platform/types'
import { isSubmissionUpdatedSent } from '@partner-platform/validators'
import { CliError } from '../cli-error.ts'
import { examples } from '../generated/examples.ts'
import { readFile } from '../read-file.ts'
import { bytesOf, findExample } from './find-example.ts'
import { freshen, type Identity } from './freshen.ts'
import { type Assignment, setMember } from './set-member.ts'

export type Recipe = {
  example: string | undefined
  file: string | undefined
  status: string | undefined
  event: string | undefined
  assignments: readonly Assignment[]
}

const fileLimitBytes = 16 * 1024 * 1024

/**
 * The bytes of an event. A file, and an example that nobody may send, are taken byte for byte; another
 * example happens now. What is changed by an option is written anew, as compact JSON.
 */
export async function buildEvent(recipe: Recipe, identity: Identity): Promise<Buffer> {
  const changes = toChanges(recipe)
  const bytes = await baseOf(recipe, identity)
  if (changes.length === 0) return bytes
  return Buffer.from(print(changed(bytes, changes)))
}

/** The name that the event header carries: that of the body, where it has one that a header may carry. */
export function eventNameOf(body: Buffer): string {
  try {
    const { event }: { event?: unknown } = JSON.parse(body.toString())
    if (typeof event === 'string' && /^[\u0021-\u007e]+$/.test(event)) return event
  } catch {
    // A body that cannot be read has no name.
  }
  return messages.submissionUpdated.name
}

async function baseOf({ example, file, status }: Recipe, identity: Identity): Promise<Buffer> {
  if (file !== undefined) return readFile(file, { what: 'an event', limitBytes: fileLimitBytes })
  // The service prints events compactly; an example may be about how it is printed.
  if (example === undefined) {
    return Buffer.from(JSON.stringify(JSON.parse(freshen(exampleFor(status).body, identity))))
  }
  const found = findExample(example)
  const isReadable = found.folder === 'valid' || found.folder === 'tolerated'
  return isReadable ? Buffer.from(freshen(found.body, identity)) : bytesOf(found)
}

/** The first of two examples that may have the status: a granted one, or one without its fields. */
function exampleFor(status: string | undefined) {
  const granted = examples['visa-granted']
  if (status === undefined) return granted
  const event = JSON.parse(granted.body)
  event.submission.status = status
  return isSubmissionUpdatedSent(event) ? granted : examples.returned
}

function toChanges({ status, event, assignments }: Recipe): readonly Assignment[] {
  return [
    ...(status === undefined ? [] : [{ path: ['submission', 'status'], value: status }]),
    ...(event === undefined ? [] : [{ path: ['event'], value: event }]),
    ...assignments,
  ]
}

function changed(bytes: Buffer, changes: readonly Assignment[]): unknown {
  const value = parse(bytes)
  for (const change of changes) setMember(value, change)
  return value
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw unchangeable('JSON, received something else')
  }
}

function print(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    throw unchangeable('JSON that can be printed, received one that is nested too deep')
  }
}

const unchangeable = (expected: string) =>
  new CliError(
    'usage',
    `The event cannot be changed: expected ${expected}. Leave out --status, --event and --set.`,
  )
