import { randomUUID } from 'node:crypto'
import type { Orm } from '@partner-platform/database'
import { eq } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { partners } from '../store/schema.ts'
import { equals, newestFirst, type PageRequest, type PageResult } from './page.ts'
import { type Refusal, refuse } from './refusal.ts'

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

export function listPartners(
  { partner }: { partner?: string | undefined },
  page: PageRequest,
  orm: Orm,
): Promise<PageResult<Partner>> {
  return newestFirst(page, {
    table: partners,
    filter: equals([partners.id, partner]),
    from: orm.select().from(partners),
  })
}

export async function getPartner(
  id: string,
  orm: Orm,
): Promise<{ ok: true; partner: Partner } | Refusal<'not-found'>> {
  const [partner] = await orm.select().from(partners).where(eq(partners.id, id))
  return partner ? { ok: true, partner } : refuse('not-found')
}
