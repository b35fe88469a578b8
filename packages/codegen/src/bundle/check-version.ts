import type { Target } from '../load/document-store.ts'
import type { Report } from '../report.ts'
import { isObject, kindOf, locationOf } from './node.ts'

const VERSIONS = {
  openapi: { pattern: /^3\.[01]\.\d+/, example: '3.1.0', read: '3.0 and 3.1', other: 'asyncapi' },
  asyncapi: {
    pattern: /^(2\.[0-6]|3\.\d+)\.\d+/,
    example: '3.0.0',
    read: '2.0 to 2.6 and 3',
    other: 'openapi',
  },
} as const

/** True if a document has the right kind and a supported version; else the problem went to the report. */
export function checkVersion(
  target: Target,
  kind: 'openapi' | 'asyncapi',
  report: Report,
): boolean {
  const { pattern, example, read, other } = VERSIONS[kind]
  const { value } = target
  const add = (key: string | null, message: string) => {
    const location = locationOf(target)
    report.add(
      'version-unknown',
      key === null ? location : { ...location, pointer: `/${key}` },
      message,
    )
    return false
  }
  if (!isObject(value))
    return add(
      null,
      `expected an object with '${kind}: ${example}', received ${kindOf(value)}. Name a document.`,
    )
  const version = value[kind]
  if (typeof version === 'string') {
    return (
      pattern.test(version) ||
      add(kind, `the version '${version}' is not read: expected ${read}. Convert the document.`)
    )
  }
  if (version !== undefined)
    return add(
      kind,
      `the version is ${kindOf(version)}: expected a string. Write '${kind}: "${example}"'.`,
    )
  if (value[other] !== undefined)
    return add(other, `the document is of another kind. Pass it with --${other}.`)
  if (value.swagger !== undefined)
    return add('swagger', `Swagger 2 is not read: expected OpenAPI ${read}. Convert the document.`)
  return add(null, `the document states no version. Write '${kind}: ${example}' at its top.`)
}
