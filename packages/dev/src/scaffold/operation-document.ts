import type { Draft } from './draft.ts'
import { addEntry, placeInOrder } from './edit-yaml.ts'
import type { OperationNames } from './name-operation.ts'
import { toCamel, toKebab, toPascal, toSentence } from './words.ts'

/** Adds the operation, its tag and its two schemas to the contract. */
export function addToDocument(draft: Draft, names: OperationNames, decision: string): void {
  const { many, one } = names
  const [item, list] = [toKebab(one), `${toKebab(one)}-list`]
  draft.change('specs/openapi.yaml', (text) => {
    const tag = toSentence(many)
    const before = placeInOrder(text, ['tags'], { key: 'name', value: tag })
    const entry = `- name: ${tag}\n  description: "TODO: Say in one line what ${many.join(' ')} are."\n`
    const withTag = addEntry(text, { path: ['tags'], entry, before })
    return addEntry(withTag, { path: ['paths'], entry: renderPath(names, decision) })
  })
  draft.add(`specs/schemas/${item}.yaml`, renderItem(names, decision))
  draft.add(`specs/schemas/${list}.yaml`, renderList(names, decision))
}

const renderPath = ({ id, path, many, one }: OperationNames, decision: string) => `${path}:
  x-decision: ${decision}
  get:
    operationId: ${id}
    summary: List ${many.join(' ')}
    description: "TODO: Say what partners need the ${many.join(' ')} for, and which they get."
    tags: [${toSentence(many)}]
    x-decision: ${decision}
    responses:
      "200":
        description: The ${many.join(' ')}.
        x-decision: ${decision}
        headers:
          RateLimit-Policy: { $ref: "#/components/headers/RateLimitPolicy" }
          RateLimit: { $ref: "#/components/headers/RateLimit" }
          X-RateLimit-Limit: { $ref: "#/components/headers/XRateLimitLimit" }
          X-RateLimit-Remaining: { $ref: "#/components/headers/XRateLimitRemaining" }
          X-RateLimit-Reset: { $ref: "#/components/headers/XRateLimitReset" }
          X-Request-Id: { $ref: "#/components/headers/RequestId" }
        content:
          application/json:
            schema: { $ref: ./schemas/${toKebab(one)}-list.yaml }
            examples:
              ${toCamel(many)}:
                summary: One ${one.join(' ')}
                externalValue: ./examples/${toKebab(one)}-list/valid/one-${toKebab(one)}.json
      "401": { $ref: "#/components/responses/Unauthorized" }
      "403": { $ref: "#/components/responses/Forbidden" }
      "429": { $ref: "#/components/responses/TooManyRequests" }
`

const renderItem = ({ one }: OperationNames, decision: string) => `title: ${toPascal(one)}
description: "TODO: Say what one ${one.join(' ')} is, and give it the fields it has beside these two."
type: object
additionalProperties: false
required: [uuid, name]
x-decision: [${decision}, D-026]
properties:
  uuid:
    description: Identifier of the ${one.join(' ')}.
    allOf:
      - $ref: ./uuid.yaml
  name:
    description: Name of the ${one.join(' ')}.
    type: string
    minLength: 1
`

const renderList = ({ many, one }: OperationNames, decision: string) => `title: ${toPascal(one)}List
description: The envelope that carries the ${many.join(' ')}.
type: object
additionalProperties: false
required: [status, statusCode, result]
x-decision: [${decision}, D-026]
properties:
  status:
    description: True on success.
    type: boolean
    const: true
  statusCode:
    description: HTTP status code of the response.
    type: integer
    const: 200
  result:
    description: The ${many.join(' ')}.
    type: array
    items:
      $ref: ./${toKebab(one)}.yaml
`
