import { constants as contract } from '@partner-platform/types'
import {
  constants,
  type ApiKey as KeyBody,
  type ApiKeyInput as KeyInput,
} from '../generated/index.ts'
import * as platform from '../platform/api-keys.ts'
import { invalid, notThere, refuse } from '../platform/refusal.ts'
import type { ReadHandler, WriteContext, WriteHandler } from './handler.ts'
import { refused } from './refused.ts'
import { toPage } from './to-page.ts'

function toKey(key: platform.ApiKey, nowMs: number): KeyBody {
  const { id, partnerId, environment, label, createdAt, lastUsedAt, revokesAt } = key
  return {
    ...{ id, partner: partnerId, environment, label },
    prefix: contract.apiKeyPrefixes[environment],
    state: platform.isActive(key, nowMs) ? 'active' : 'revoked',
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokesAt: revokesAt?.toISOString() ?? null,
  }
}

export const listKeys: ReadHandler<'listKeys'> = async ({ query }, { orm, clock }) => {
  const page = await platform.listKeys(query, toPage(query), orm)
  if (!page.ok) return refused(page)
  const nowMs = clock.wallMs()
  const items = page.items.map((key) => toKey(key, nowMs))
  return { status: 200, body: { items, next: page.next } }
}

export const createKey: WriteHandler<'createKey'> = async ({ body }, context) => {
  const issued = await issueKey(body, context)
  if (!issued.ok) return refused(issued)
  const apiKey = toKey(issued.apiKey, context.clock.wallMs())
  return { status: 201, body: { key: issued.key, apiKey } }
}

async function issueKey(
  { replaces, overlapSeconds = constants.operatorOverlapSeconds, ...given }: KeyInput,
  context: WriteContext,
) {
  // The schema wants partner, environment and label of a key that replaces none.
  if (replaces === undefined) return platform.createKey(given as Required<typeof given>, context)
  const issued = await platform.rotateKey({ keyId: replaces, overlapSeconds }, context)
  if (issued.ok) return issued
  return issued.code === 'not-found'
    ? invalid(notThere('/replaces', 'an API key'))
    : refuse(issued.code)
}

export const revokeKey: WriteHandler<'revokeKey'> = async ({ params }, context) => {
  const revoked = await platform.revokeKey(params.keyId, context)
  if (!revoked.ok) return refused(revoked)
  return { status: 200, body: toKey(revoked.apiKey, context.clock.wallMs()) }
}
