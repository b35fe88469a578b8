import { isObject, kindOf } from '../json.ts'
import type { Node } from '../load/node.ts'

const versions = {
  openapi: { pattern: /^3\.[01]\.\d+/, example: '3.1.0', read: '3.0 and 3.1', other: 'asyncapi' },
  asyncapi: {
    pattern: /^(2\.[0-6]|3\.\d+)\.\d+/,
    example: '3.0.0',
    read: '2.0 to 2.6 and 3',
    other: 'openapi',
  },
} as const

/** True if a document has the right kind and a supported version; else the problem went to the report. */
export function checkVersion(node: Node, kind: 'openapi' | 'asyncapi'): boolean {
  const { pattern, example, read, other } = versions[kind]
  const { value } = node
  const refuse = (place: Node, message: string) => {
    place.problem('version-unknown', message)
    return false
  }
  if (!isObject(value)) {
    const expected = `the document must be an object with '${kind}: ${example}', not ${kindOf(value)}`
    return refuse(node, `${expected}. Name a document.`)
  }
  const version = value[kind]
  const place = node.child(kind)
  if (typeof version === 'string') {
    const expected = `the version '${version}' is not supported: only ${read}`
    return pattern.test(version) || refuse(place, `${expected}. Convert the document.`)
  }
  if (version !== undefined) {
    const expected = `the version must be a string, not ${kindOf(version)}`
    return refuse(place, `${expected}. Write '${kind}: "${example}"'.`)
  }
  if (value[other] !== undefined)
    return refuse(node.child(other), `the document is of another kind. Pass it with --${other}.`)
  if (value.swagger !== undefined) {
    const message = `Swagger 2 is not supported: only OpenAPI ${read}. Convert the document.`
    return refuse(node.child('swagger'), message)
  }
  return refuse(node, `the document states no version. Write '${kind}: ${example}' at its top.`)
}
