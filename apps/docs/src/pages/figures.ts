import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle } from '../documents.ts'
import { DocsError } from '../errors.ts'
import { packageFolder } from '../folders.ts'

type Constants = Record<string, { value: unknown }>

/** Whether the packages are published: the first release writes the changelogs. */
export const isPublished = () =>
  globSync('../../packages/*/CHANGELOG.md', { cwd: packageFolder }).length > 0

/**
 * Fills the placeholders of a page from the contract: `{{name}}` or `{{name.member}}` with a figure of the
 * documents' `x-constants` for human readers, `{{raw name}}` with the same for a program,
 * `{{example <schema>/<folder>/<case>}}` with an example, `{{notPublished}}` and `{{notPublic}}` with
 * notices until the first release.
 *
 * @throws {DocsError} when the contract has no such figure or example.
 */
export function createFigures({
  bundles,
  specs,
  isReleased = isPublished(),
}: {
  bundles: Bundle[]
  specs: string
  isReleased?: boolean
}) {
  const constants: Constants = Object.assign(
    {},
    ...bundles.map((bundle) => bundle['x-constants'] ?? {}),
  )
  const fillers: Record<string, (name: string) => string | undefined> = {
    example: (name) => readExample(specs, name),
    raw: (name) => read(constants, name)?.toString(),
    '': (name) => {
      if (name in notices) return isReleased ? '' : notices[name]
      return toText(name, read(constants, name))
    },
  }
  return (text: string, file: string) =>
    text.replaceAll(/\{\{(?:(example|raw) )?([^{}]+)\}\}/g, (found, kind = '', name: string) => {
      const filled = fillers[kind]?.(name)
      if (filled !== undefined) return filled
      throw new DocsError(`${file} names ${found}, which the contract does not have.`)
    })
}

const notices: Record<string, string> = {
  notPublished:
    '> **Not on npm yet.** In a clone of the repository, run `npx pnpm@12 tarballs`. It prints the `npm install` command to use instead.',
  notPublic:
    '> **Not public yet.** There is no repository at this address yet. Use the copy that you have.',
}

function readExample(specs: string, name: string): string | undefined {
  const file = join(specs, 'examples', `${name}.json`)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function read(constants: Constants, path: string): unknown {
  const [name = '', member] = path.split('.')
  const value = constants[name]?.value
  return member === undefined ? value : (value as Record<string, unknown> | undefined)?.[member]
}

function toText(name: string, value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map((one) => toText(name, one)).join(', ')
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return undefined
  if (name.endsWith('Seconds')) return toDuration(value)
  if (name.endsWith('Ms')) return toDuration(value / 1000)
  if (name.endsWith('Bytes')) return toSize(value)
  if (name.endsWith('Ratio') && value < 1) return `${value * 100}%`
  return value.toLocaleString('en')
}

const durations = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/** In the largest unit that leaves no remainder; up to two minutes in seconds. */
function toDuration(seconds: number): string {
  const [size, unit] = durations.find(([size]) => seconds > 120 && seconds % size === 0) ?? [
    1,
    'second',
  ]
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function toSize(bytes: number): string {
  if (bytes > 0 && bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`
  return bytes > 0 && bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`
}
