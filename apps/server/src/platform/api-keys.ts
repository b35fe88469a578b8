import { randomUUID } from 'node:crypto'
import type { Environment } from '@partner-platform/types'
import { eq, getTableColumns } from 'drizzle-orm'
import { createApiKey, hashApiKey } from '../keys/api-key.ts'
import type { PlatformContext } from '../platform-context.ts'
import { announce } from '../store/channels.ts'
import { apiKeys } from '../store/schema.ts'
import { createList } from './page.ts'
import { partnerIssues } from './partners.ts'
import { type Invalid, invalid, type Refusal, refuse } from './refusal.ts'

/** A stored API key, without its hash. */
export type ApiKey = Omit<typeof apiKeys.$inferSelect, 'sha256'>

/** A new key; `key` is its text, which is shown once. */
export type IssuedKey = { ok: true; key: string; apiKey: ApiKey }

type KeyContext = Pick<PlatformContext, 'tx' | 'clock' | 'random'>

const { sha256: _, ...columns } = getTableColumns(apiKeys)

export const isActive = ({ revokesAt }: Pick<ApiKey, 'revokesAt'>, nowMs: number) =>
  revokesAt === null || revokesAt.getTime() > nowMs

type ApiKeyInput = { partner: string; environment: Environment; label: string }

/**
 * Creates a key for a partner in one environment.
 * @see specs/decisions/ D-020
 */
export async function createKey(
  { partner, environment, label }: ApiKeyInput,
  context: KeyContext,
): Promise<IssuedKey | Invalid> {
  const issues = await partnerIssues(partner, context.tx)
  if (issues.length > 0) return invalid(...issues)
  return issue({ partnerId: partner, environment, label }, context)
}

export const listKeys = createList({
  table: apiKeys,
  by: { partner: apiKeys.partnerId, environment: apiKeys.environment },
  from: (orm) => orm.select(columns).from(apiKeys),
})

type Rotation = { keyId: string; overlapSeconds: number }

/** Replaces a key. The old one works until the overlap ends. */
export async function rotateKey(
  { keyId, overlapSeconds }: Rotation,
  context: KeyContext,
): Promise<IssuedKey | Refusal<'not_found' | 'wrong_state'>> {
  const old = await lockKey(keyId, context)
  if (!old) return refuse('not_found')
  if (old.revokesAt !== null) return refuse('wrong_state')
  const revokesAt = new Date(context.clock.wallMs() + overlapSeconds * 1000)
  await context.tx.update(apiKeys).set({ revokesAt }).where(eq(apiKeys.id, keyId))
  const { partnerId, environment, label } = old
  return issue({ partnerId, environment, label }, context)
}

/** Revokes a key at once. A revoked key does not change. */
export async function revokeKey(
  keyId: string,
  context: Pick<PlatformContext, 'tx' | 'clock'>,
): Promise<{ ok: true; apiKey: ApiKey } | Refusal<'not_found'>> {
  const found = await lockKey(keyId, context)
  if (!found) return refuse('not_found')
  const nowMs = context.clock.wallMs()
  if (!isActive(found, nowMs)) return { ok: true, apiKey: found }
  const revokesAt = new Date(nowMs)
  await context.tx.update(apiKeys).set({ revokesAt }).where(eq(apiKeys.id, keyId))
  await announce(context.tx, 'access')
  return { ok: true, apiKey: { ...found, revokesAt } }
}

/** Locks the key until the transaction ends. */
async function lockKey(
  keyId: string,
  { tx }: Pick<PlatformContext, 'tx'>,
): Promise<ApiKey | undefined> {
  const [found] = await tx.select(columns).from(apiKeys).where(eq(apiKeys.id, keyId)).for('update')
  return found
}

async function issue(
  given: Pick<ApiKey, 'partnerId' | 'environment' | 'label'>,
  { tx, clock, random }: KeyContext,
): Promise<IssuedKey> {
  const key = createApiKey(given.environment, random)
  const createdAt = new Date(clock.wallMs())
  const apiKey = { id: randomUUID(), ...given, createdAt, lastUsedAt: null, revokesAt: null }
  await tx.insert(apiKeys).values({ ...apiKey, sha256: hashApiKey(key) })
  await announce(tx, 'access')
  return { ok: true, key, apiKey }
}
