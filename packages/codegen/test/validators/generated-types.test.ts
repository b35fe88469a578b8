import { expect, it } from 'vitest'
import { generate } from '../../src/generate.ts'
import { checkTypes } from '../check-types.ts'
import { writeDocuments } from '../write-documents.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {},
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['status', 'kind'],
        properties: {
          status: { type: 'string', enum: ['NEW', 'SHIPPED'] },
          kind: { type: ['string', 'null'], enum: ['a', null] },
          at: { type: 'string' },
          issues: { type: 'array', items: { $ref: '#/components/schemas/Issue' } },
        },
        if: { properties: { status: { const: 'SHIPPED' } }, required: ['status'] },
        then: { required: ['at'] },
      },
      Issue: { type: 'object', properties: { level: { type: 'integer', enum: [1, 2] } } },
      Parser: { type: 'string', const: 'x' },
      Ärger: {
        type: 'array',
        prefixItems: [{ const: 'a' }],
        items: { type: 'number' },
        minItems: 1,
      },
    },
  },
}

const consumer = `
import { isOrder, isOrderSent, isShipped, parseOrder, parseÄrger, type Order, type Received } from './index.ts'
declare const value: unknown
if (isOrderSent(value)) {
  const status: 'NEW' | 'SHIPPED' = value.status
  // @ts-expect-error: it may not have been shipped
  const at: string = value.at
  if (isShipped(value)) void (value.at satisfies string, value.status satisfies 'SHIPPED', status, at)
}
if (isOrder(value)) {
  // @ts-expect-error: a reader takes any status
  const status: 'NEW' | 'SHIPPED' = value.status
  const open: typeof value.status = 'LOST'
  const kind: string | null = value.kind
  if (isShipped(value)) void (value.at satisfies string, value.status satisfies 'SHIPPED', value.issues?.[0]?.level satisfies number | undefined)
  void [status, open, kind]
}
// @ts-expect-error: a writer writes what is listed
export const written: Order['status'] = 'LOST'
export const read: Received<Order> = { status: 'LOST', kind: null }
const order = parseOrder(value)
if (order.ok) void order.value.status
else void order.issues[0]?.path
const list = parseÄrger(value)
if (list.ok) void (list.value[0] satisfies string, list.value[1] satisfies number | undefined)
`

it('generated parsers, guards and types compile together, and mean what the schemas say', async () => {
  const cwd = writeDocuments({ 'orders.json': JSON.stringify(document) })
  const files = await generate({ openapi: ['orders.json'], cwd })
  const sources = files.filter(({ path }) => !path.endsWith('.js'))
  expect(checkTypes([...sources, { path: 'consumer.ts', content: consumer }])).toEqual([])
})
