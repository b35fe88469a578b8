import { describe, expect, it } from 'vitest'
import { DocsError } from '../../src/errors.ts'
import type { Json } from '../../src/reference/bundle-node.ts'
import { renderReference } from '../../src/reference/render-reference.ts'
import { smallAsyncApi, smallOpenApi } from './small-document.ts'

const render = (bundle: Json) => renderReference({ id: 'small', bundle })

describe('what the pages cannot show is an error that names it:', () => {
  it.each<[string, Json, string]>([
    ...['$dynamicRef', 'prefixItems', 'unevaluatedItems', 'dependentRequired', 'contentSchema'].map(
      (keyword): [string, Json, string] => [
        `the keyword ${keyword}`,
        smallOpenApi({ [keyword]: {} }),
        `#/components/schemas/thing/${keyword}`,
      ],
    ),
    [
      'a keyword within a keyword',
      smallOpenApi({ not: { items: { anyOf: [{ discriminator: {} }] } } }),
      '#/components/schemas/thing/not/items/anyOf/0/discriminator',
    ],
    [
      'a key of an operation',
      smallOpenApi({}, { callbacks: {} }),
      '#/paths/~1things/get/callbacks',
    ],
    [
      'a key of a parameter',
      smallOpenApi({}, { parameters: [{ name: 'a', in: 'query', content: {} }] }),
      '#/paths/~1things/get/parameters/0/content',
    ],
    [
      'a key of a response',
      smallOpenApi({}, { responses: { 200: { description: '', links: {} } } }),
      '#/paths/~1things/get/responses/200/links',
    ],
    ['a key of the root', { ...smallOpenApi(), more: 1 }, '#/more'],
    [
      'a group of components',
      { ...smallOpenApi(), components: { links: {}, schemas: { thing: true } } },
      '#/components/links',
    ],
    [
      'a component that nothing refers to',
      {
        ...smallOpenApi(),
        components: { headers: { Lost: { schema: true } }, schemas: { thing: true } },
      },
      '#/components/headers/Lost',
    ],
    ['a key of a message', smallAsyncApi({ traits: [] }), '#/components/messages/made/traits'],
    [
      'a reference that points to nothing',
      smallOpenApi({ $ref: '#/components/schemas/gone' }),
      '#/components/schemas/thing/$ref points to nothing: #/components/schemas/gone',
    ],
    [
      'a value of another type',
      smallOpenApi({ minLength: 'one' }),
      '#/components/schemas/thing/minLength must be a number',
    ],
    ['another format', { swagger: '2.0' }, 'small must be OpenAPI 3.1 or AsyncAPI 3.0'],
  ])('%s', (_, document, message) => {
    expect(() => render(document)).toThrow(DocsError)
    expect(() => render(document)).toThrow(message)
  })

  it('and so are two operations with one page', () => {
    const document = smallOpenApi()
    const get = { operationId: 'list-things', responses: {} }
    const paths = { ...(document.paths as Json), '/others': { get } }
    expect(() => render({ ...document, paths })).toThrow(
      'operations/list-things: two pages would have this address. Rename one.',
    )
  })
})
