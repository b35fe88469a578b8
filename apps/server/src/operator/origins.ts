import * as platform from '../platform/origins.ts'
import type { ReadHandler, WriteHandler } from './handler.ts'
import { refused } from './refused.ts'
import { toPage } from './to-page.ts'

export const listOrigins: ReadHandler<'listOrigins'> = async ({ query }, { orm }) => {
  const page = await platform.listOrigins(query, toPage(query), orm)
  if (!page.ok) return refused(page)
  return { status: 200, body: { items: page.items, next: page.next } }
}

export const createOrigin: WriteHandler<'createOrigin'> = async ({ body }, context) => {
  const made = await platform.createOrigin(body, context)
  return made.ok ? { status: 201, body: made.origin } : refused(made)
}

export const deleteOrigin: WriteHandler<'deleteOrigin'> = async ({ query }, context) => {
  const gone = await platform.deleteOrigin(query, context)
  return gone.ok ? { status: 204 } : refused(gone)
}
