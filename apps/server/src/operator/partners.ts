import type { Partner as PartnerBody } from '../generated/index.ts'
import * as platform from '../platform/partners.ts'
import type { ReadHandler, WriteHandler } from './handler.ts'
import { refused } from './refused.ts'
import { toPage } from './to-page.ts'

const toPartner = ({ id, companyName, createdAt }: platform.Partner): PartnerBody => ({
  ...{ id, companyName },
  createdAt: createdAt.toISOString(),
})

export const listPartners: ReadHandler<'listPartners'> = async ({ query }, { orm }) => {
  const page = await platform.listPartners(query, toPage(query), orm)
  if (!page.ok) return refused(page)
  return { status: 200, body: { items: page.items.map(toPartner), next: page.next } }
}

export const createPartner: WriteHandler<'createPartner'> = async ({ body }, context) => {
  const { partner } = await platform.createPartner(body, context)
  return { status: 201, body: toPartner(partner) }
}
