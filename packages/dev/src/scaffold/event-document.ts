import type { Draft } from './draft.ts'
import { addEntry } from './edit-yaml.ts'
import type { EventNames } from './name-event.ts'
import { toCamel, toKebab, toPascal, toSentence } from './words.ts'

const file = 'specs/asyncapi.yaml'

/** Adds the message, its sending and its schema to the contract. */
export function addToDocument(draft: Draft, names: EventNames, decision: string): void {
  const { words, channel } = names
  const [id, schema] = [toCamel(words), toKebab(words)]
  const add = (path: string[], entry: string) =>
    draft.change(file, (text) => addEntry(text, { path, entry }))
  const inChannel = `${id}:\n  $ref: "#/components/messages/${id}"\n`
  add(['channels', channel, 'messages'], inChannel)
  add(['operations'], renderSending(names, decision))
  add(['components', 'messages'], renderMessage(names, decision))
  draft.add(`specs/schemas/${schema}.yaml`, renderSchema(names, decision))
}

const renderSending = ({ name, words, channel }: EventNames, decision: string) =>
  `send${toPascal(words)}:
  action: send
  channel:
    $ref: "#/channels/${channel}"
  title: Send ${name}
  summary: Sends \`${name}\`.
  description: "TODO: Say when the service sends \`${name}\`."
  bindings:
    http:
      method: POST
      bindingVersion: 0.3.0
  messages:
    - $ref: "#/channels/${channel}/messages/${toCamel(words)}"
  x-decision: ${decision}
`

const renderMessage = ({ name, words }: EventNames, decision: string) =>
  `${toCamel(words)}:
  name: ${name}
  title: ${toSentence(words)}
  summary: "TODO: Say in one line what \`${name}\` tells."
  contentType: application/json
  headers:
    type: object
    required: [Content-Type, X-Platform-Event]
    properties:
      Content-Type:
        description: Always JSON.
        type: string
        const: application/json
        x-decision: ${decision}
      X-Platform-Event:
        description: Event name, for logs and counts.
        type: string
        const: ${name}
        x-decision: ${decision}
      X-Platform-Signature:
        $ref: ./schemas/platform-signature.yaml
    x-decision: ${decision}
  payload:
    $ref: ./schemas/${toKebab(words)}.yaml
  examples:
    - name: ${toCamel(words)}
      summary: The event as it is sent
      headers:
        Content-Type: application/json
        X-Platform-Event: ${name}
      payload:
        $ref: ./examples/${toKebab(words)}/valid/${toKebab(words)}.json
  x-decision: ${decision}
`

/** Of the shape that receivers of today know, so that they keep it (D-024). */
const renderSchema = ({ name, words }: EventNames, decision: string) => `title: ${toPascal(words)}
description: What the service tells a partner with \`${name}\`.
type: object
additionalProperties: false
required: [event, timestamp, agent, submission]
x-decision: [${decision}, D-026]
properties:
  event:
    description: Event name. A reader meets names it does not know without failing.
    type: string
    enum: [${name}]
  timestamp:
    description: Time of the event.
    allOf:
      - $ref: ./timestamp.yaml
  agent:
    description: The partner the submission belongs to.
    allOf:
      - $ref: ./agent.yaml
  submission:
    description: The submission as it is now.
    allOf:
      - $ref: ./submission.yaml
`
