import { randomUUID } from 'node:crypto'
import { createSecret } from '@partner-platform/webhooks'
import { eq, inArray } from 'drizzle-orm'
import { lockEndpoint } from '../deliver/move-endpoint.ts'
import type { PlatformContext } from '../platform-context.ts'
import { endpointSecrets } from '../store/schema.ts'
import { getEndpoint, type IssuedSecret, sinceEver } from './endpoints.ts'
import { type Refusal, refuse } from './refusal.ts'

type Rotation = { endpointId: string; overlapSeconds: number }

/**
 * Creates a signing secret. The current secret signs until the overlap ends. Deletes all others, including
 * one from an earlier rotation that does not sign yet. If the key of the current secret is lost, the new
 * secret signs at once.
 * @see specs/decisions/ D-004
 */
export async function rotateSecret(
  { endpointId, overlapSeconds }: Rotation,
  { tx, database: { secretCipher }, clock }: Pick<PlatformContext, 'tx' | 'database' | 'clock'>,
): Promise<IssuedSecret | Refusal<'not_found'>> {
  const locked = await lockEndpoint(endpointId, tx)
  if (!locked) return refuse('not_found')
  const createdAt = new Date(clock.wallMs())
  const kept = await tx
    .select()
    .from(endpointSecrets)
    .where(eq(endpointSecrets.endpointId, endpointId))
  const newest = overlapSeconds === 0 ? undefined : signingSecret(kept, createdAt.getTime())
  const signing = newest && secretCipher.decrypt(newest) !== null ? newest : undefined
  const signsFrom = new Date(createdAt.getTime() + (signing ? overlapSeconds * 1000 : 0))
  const over = kept.filter(({ id }) => id !== signing?.id).map(({ id }) => id)
  if (over.length > 0) await tx.delete(endpointSecrets).where(inArray(endpointSecrets.id, over))
  if (signing) {
    await tx
      .update(endpointSecrets)
      .set({ signsFrom: sinceEver })
      .where(eq(endpointSecrets.id, signing.id))
  }
  const secret = createSecret()
  const row = { id: randomUUID(), endpointId, createdAt }
  await tx
    .insert(endpointSecrets)
    .values({
      ...row,
      ...secretCipher.encrypt(secret, row),
      signsFrom: signing ? signsFrom : sinceEver,
    })
  const found = await getEndpoint(endpointId, tx)
  return found.ok ? { ok: true, secret, signsFrom, endpoint: found.endpoint } : found
}

/**
 * The secret that signs at a given time: the newest whose `signsFrom` has passed. If none has passed,
 * because the clock was set back, the earliest.
 * @see specs/decisions/ D-004
 */
export function signingSecret<Secret extends { signsFrom: Date }>(
  secrets: readonly Secret[],
  nowMs: number,
): Secret | undefined {
  const byTime = secrets.toSorted((one, other) => +one.signsFrom - +other.signsFrom)
  return byTime.findLast(({ signsFrom }) => signsFrom.getTime() <= nowMs) ?? byTime[0]
}
