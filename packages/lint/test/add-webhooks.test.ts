import { describe, expect, it } from 'vitest'
import { addWebhooks } from '../src/bundle/add-webhooks.ts'
import { BundleError, type Json } from '../src/bundle/documents.ts'
import { bundleDocument } from '../src/redocly/ask-redocly.ts'
import { specsFolder } from './broken-copy.ts'

const bundled = {
  openapi: (await bundleDocument('openapi', { folder: specsFolder })) as Json,
  asyncapi: (await bundleDocument('asyncapi', { folder: specsFolder })) as Json,
}

/** The two bundles after an edit, and the document that is derived from them. */
function derive(edit: (documents: typeof bundled) => void = () => {}) {
  const documents = structuredClone(bundled)
  edit(documents)
  const derived = addWebhooks(documents.openapi, documents.asyncapi) as Json
  return { ...documents, derived, webhook: derived.webhooks['submission.updated'] }
}

describe('the webhooks section says as the AsyncAPI document does', () => {
  const { openapi, asyncapi, derived, webhook } = derive()
  const { schemas } = derived.components

  it('which message is sent how, and where to', () => {
    const { post, ...item } = webhook
    const { title, description, messages: _, ...marks } = asyncapi.channels.submissionUpdates
    expect(item).toEqual({ summary: title, description, ...marks })
    const message = asyncapi.components.messages.submissionUpdated
    const operation = asyncapi.operations.sendSubmissionUpdated
    expect(post).toMatchObject({
      operationId: 'submissionUpdated',
      summary: message.title,
      description: `${message.summary}\n\n${operation.description}`,
      'x-source': operation['x-source'],
    })
  })

  it('5.5 that a signature in a header replaces a key', () => {
    const { security, parameters } = webhook.post
    expect(security).toEqual([])
    const header = (name: string, required: boolean) => ({
      name,
      required,
      in: 'header',
      schema: { $ref: `#/components/schemas/${name.slice(2).toLowerCase()}` },
    })
    expect(parameters).toMatchObject([
      header('X-Platform-Event', true),
      { ...header('X-Platform-Signature', false), 'x-decision': ['D-003', 'D-004'] },
    ])
    for (const { description, schema } of parameters) {
      const name = schema.$ref.split('/').at(-1)
      expect(schemas[name]).toEqual(asyncapi.components.schemas[name])
      expect(description).toBe(schemas[name].description)
    }
  })

  it('4.2.body what the body is, with its examples', () => {
    const { required, content } = webhook.post.requestBody
    expect(required).toBe(true)
    const { schema, examples } = content['application/json']
    expect(schema).toEqual({ $ref: '#/components/schemas/submission-updated' })
    expect(schemas['submission-updated']).toEqual(asyncapi.components.schemas['submission-updated'])
    const written = asyncapi.components.messages.submissionUpdated.examples
    expect(Object.entries<Json>(examples).map(([name, { value }]) => [name, value])).toEqual(
      written.map(({ name, payload }: Json) => [name, payload]),
    )
  })

  it('D-010 what each answer means', () => {
    const { responses } = webhook.post
    expect(Object.keys(responses)).toEqual(['410', '429', '503', '2XX', 'default'])
    expect(responses['429'].headers['Retry-After'].required).toBe(false)
    expect(responses['503']).toEqual(responses['429'])
    const other = derive(({ asyncapi: { 'x-constants': constants } }) => {
      constants.endpointGoneStatus.value = 418
      constants.retryAfterStatuses.value = [420]
    })
    const statuses = Object.keys(other.webhook.post.responses)
    expect(statuses).toEqual(['418', '420', '2XX', 'default'])
  })

  it('and leaves the rest of the OpenAPI document unchanged', () => {
    const { webhooks: _, components, ...rest } = derived
    const { components: written, ...others } = openapi
    expect(JSON.stringify(rest)).toBe(JSON.stringify(others))
    expect(JSON.stringify({ ...components, schemas: 0 })).toBe(
      JSON.stringify({ ...written, schemas: 0 }),
    )
    expect(schemas).toMatchObject(written.schemas)
  })
})

describe('a webhooks section is refused', () => {
  const operation = ({ asyncapi }: typeof bundled) => asyncapi.operations.sendSubmissionUpdated
  it.each<[string, (documents: typeof bundled) => unknown, RegExp]>([
    ['if one is written', ({ openapi }) => Object.assign(openapi, { webhooks: {} }), /Remove them/],
    [
      'for an event that the platform receives',
      (documents) => Object.assign(operation(documents), { action: 'receive' }),
      /#\/operations\/sendSubmissionUpdated needs action: send/,
    ],
    [
      'without an HTTP binding',
      (documents) => Object.assign(operation(documents), { bindings: {} }),
      /an HTTP binding with a method/,
    ],
    [
      'for two messages with one name',
      (documents) => Object.assign(documents.asyncapi.operations, { again: operation(documents) }),
      /two messages are named submission\.updated/,
    ],
    [
      'for a channel that is not there',
      ({ asyncapi }) => Object.assign(asyncapi.channels, { submissionUpdates: undefined }),
      /#\/channels\/submissionUpdates does not exist/,
    ],
    [
      'without the constants of its answers',
      ({ asyncapi }) => Object.assign(asyncapi['x-constants'], { endpointGoneStatus: undefined }),
      /#\/x-constants\/endpointGoneStatus/,
    ],
    [
      'with a schema that the two documents write differently',
      ({ asyncapi }) => Object.assign(asyncapi.components.schemas, { uuid: { type: 'string' } }),
      /^schemas\/uuid: .* Rename one/,
    ],
  ])('%s', (_, edit, says) => {
    expect(() => derive(edit)).toThrow(BundleError)
    expect(() => derive(edit)).toThrow(says)
  })
})
