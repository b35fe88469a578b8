import type { Page } from '../../src/page.ts'
import type { Json } from '../../src/reference/bundle-node.ts'
import { renderReference } from '../../src/reference/render-reference.ts'

/** A document with one operation and one schema, to be changed by a test. */
export const smallOpenApi = (schema: unknown = { type: 'string' }, operation: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        summary: 'List things',
        responses: {
          200: {
            description: 'Things.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/thing' } } },
          },
        },
        ...operation,
      },
    },
  },
  components: { schemas: { thing: schema } },
})

export const smallAsyncApi = (message: Json = {}): Json => ({
  asyncapi: '3.0.0',
  info: { title: 'Small', version: '1' },
  channels: { things: { messages: { made: { $ref: '#/components/messages/made' } } } },
  operations: { sendMade: { action: 'send', channel: { $ref: '#/channels/things' } } },
  components: { messages: { made: { payload: { type: 'object' }, ...message } } },
})

export function renderSmall(bundle: Json, slug = ''): Page {
  const page = renderReference({ id: 'small', bundle }).find(
    (one) => one.slug === `reference/small${slug}`,
  )
  if (page === undefined) throw new Error(`No page ${slug}.`)
  return page
}
