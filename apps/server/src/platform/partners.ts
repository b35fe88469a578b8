import { randomUUID } from 'node:crypto'
import type { Orm } from '@partner-platform/database'
import { eq } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { partners } from '../store/schema.ts'
import { createList } from './page.ts'
import { type Issue, notThere } from './refusal.ts'

export type Partner = typeof partners.$inferSelect

/** Creates a partner. Names need not be unique. */
export async function createPartner(
  { companyName }: { companyName: string },
  { tx, clock }: Pick<PlatformContext, 'tx' | 'clock'>,
): Promise<{ ok: true; partner: Partner }> {
  const partner = { id: randomUUID(), companyName, createdAt: new Date(clock.wallMs()) }
  await tx.insert(partners).values(partner)
  return { ok: true, partner }
}

export const listPartners = createList({
  table: partners,
  by: { partner: partners.id },
  from: (orm) => orm.select().from(partners),
})

/** One issue if the input names a partner that does not exist, otherwise none. */
export async function partnerIssues(id: string, orm: Orm): Promise<Issue[]> {
  const found = await orm.select({ id: partners.id }).from(partners).where(eq(partners.id, id))
  return found.length > 0 ? [] : [notThere('/partner', 'a partner')]
}
