import { beforeAll, describe, expect, it } from 'vitest'
import { addWebhooks } from '../../src/bundle/add-webhooks.ts'
import { BundleError, type Json } from '../../src/bundle/documents.ts'
import { bundleDocument } from '../../src/redocly/ask-redocly.ts'
import { specsFolder } from '../broken-copy.ts'

let openapi: Json
let asyncapi: Json
beforeAll(async () => {
  openapi = await bundle('openapi')
  asyncapi = await bundle('asyncapi')
})

const bundle = (id: string): Promise<Json> => bundleDocument(id, { folder: specsFolder })

const derive = () => addWebhooks(openapi, asyncapi)
const webhook = () => derive().webhooks['submission.updated']

describe('the webhooks section says as the AsyncAPI document does', () => {
  it('which message is sent how, and where to', () => {
    const { post, ...item } = webhook()
    const { title, description, messages: _, ...marks } = asyncapi.channels.submissionUpdates
    expect(item).toEqual({ summary: title, description, ...marks })
    const [message, operation] = [
      asyncapi.components.messages.submissionUpdated,
      asyncapi.operations.sendSubmissionUpdated,
    ]
    expect(post).toMatchObject({
      operationId: 'submissionUpdated',
      summary: message.title,
      description: `${message.summary}\n\n${operation.description}`,
      'x-source': operation['x-source'],
    })
  })

  it('5.5 that a signature in a header stands in place of a key', () => {
    const { security, parameters } = webhook().post
    expect(security).toEqual([])
    expect(parameters).toMatchObject([
      {
        name: 'X-Platform-Event',
        in: 'header',
        required: true,
        schema: { $ref: '#/components/schemas/platform-event' },
      },
      {
        name: 'X-Platform-Signature',
        in: 'header',
        required: false,
        schema: { $ref: '#/components/schemas/platform-signature' },
        'x-decision': ['D-003', 'D-004'],
      },
    ])
    for (const { description, schema } of parameters) {
      const name = schema.$ref.split('/').at(-1)
      expect(derive().components.schemas[name]).toEqual(asyncapi.components.schemas[name])
      expect(description).toBe(asyncapi.components.schemas[name].description)
    }
  })

  it('4.2.body what the body is, with its examples', () => {
    const { required, content } = webhook().post.requestBody
    expect(required).toBe(true)
    const { schema, examples } = content['application/json']
    expect(schema).toEqual({ $ref: '#/components/schemas/submission-updated' })
    const { schemas } = derive().components
    expect(schemas['submission-updated']).toEqual(asyncapi.components.schemas['submission-updated'])
    const written = asyncapi.components.messages.submissionUpdated.examples
    expect(Object.entries<Json>(examples).map(([name, { value }]) => [name, value])).toEqual(
      written.map(({ name, payload }: Json) => [name, payload]),
    )
  })

  it('D-010 what each answer means', () => {
    const { responses } = webhook().post
    expect(Object.keys(responses)).toEqual(['410', '429', '503', '2XX', 'default'])
    expect(responses['429'].headers['Retry-After'].required).toBe(false)
    expect(responses['503']).toEqual(responses['429'])
    asyncapi['x-constants'].endpointGoneStatus.value = 418
    asyncapi['x-constants'].retryAfterStatuses.value = [420]
    expect(Object.keys(webhook().post.responses)).toEqual(['418', '420', '2XX', 'default'])
  })

  it('and leaves the rest of the OpenAPI document as it is', () => {
    const { webhooks: _, components, ...rest } = derive()
    const { components: written, ...others } = openapi
    expect(JSON.stringify(rest)).toBe(JSON.stringify(others))
    expect(JSON.stringify({ ...components, schemas: 0 })).toBe(
      JSON.stringify({ ...written, schemas: 0 }),
    )
    expect(components.schemas).toMatchObject(written.schemas)
  })
})

describe('a webhooks section is refused', () => {
  const edits: [string, () => void, RegExp][] = [
    ['where one is written', () => Object.assign(openapi, { webhooks: {} }), /Remove them/],
    [
      'of what the service receives',
      () => Object.assign(asyncapi.operations.sendSubmissionUpdated, { action: 'receive' }),
      /#\/operations\/sendSubmissionUpdated: expected action: send/,
    ],
    [
      'of what no HTTP binding sends',
      () => Object.assign(asyncapi.operations.sendSubmissionUpdated, { bindings: {} }),
      /with an HTTP binding that names its method/,
    ],
    [
      'of two messages with one name',
      () =>
        Object.assign(asyncapi.operations, { again: asyncapi.operations.sendSubmissionUpdated }),
      /two messages are named submission\.updated/,
    ],
    [
      'of a channel that is not there',
      () => Object.assign(asyncapi.channels, { submissionUpdates: undefined }),
      /#\/channels\/submissionUpdates leads nowhere/,
    ],
    [
      'without what its answers follow from',
      () => Object.assign(asyncapi['x-constants'], { endpointGoneStatus: undefined }),
      /#\/x-constants\/endpointGoneStatus/,
    ],
    [
      'with a schema that the two documents have otherwise',
      () => Object.assign(asyncapi.components.schemas, { uuid: { type: 'string' } }),
      /^schemas\/uuid: .* Rename one/,
    ],
  ]
  it.each(edits)('%s', async (_, edit, says) => {
    ;[openapi, asyncapi] = [await bundle('openapi'), await bundle('asyncapi')]
    edit()
    expect(derive).toThrow(BundleError)
    expect(derive).toThrow(says)
  })
})
