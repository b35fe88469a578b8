import { beforeAll, describe, expect, it } from 'vitest'
import { secretsKeys } from '../../src/testing/start-sender.ts'
import { createTestDatabase } from '../open-test-store.ts'
import { refusalOf } from '../refusal-of.ts'
import { operatorToken } from '../start-server.ts'

describe('F20, of a store', () => {
  let existing: URL
  beforeAll(async () => {
    existing = new URL(await createTestDatabase())
  })

  const change = (parts: Partial<Pick<URL, 'password' | 'pathname' | 'username'>>) =>
    Object.assign(new URL(existing), parts).href
  const refusalOfUrl = (text: string) =>
    refusalOf({
      DATABASE_URL: text,
      SERVER_OPERATOR_TOKEN: operatorToken,
      SERVER_SECRETS_KEY: secretsKeys.join(),
    })

  it.each([
    ['with a wrong password', { password: 'canary' }, '28P01'],
    ['without that user', { username: 'canary' }, '28P01'],
    ['without that database', { pathname: '/canary' }, '3D000'],
  ])('refuses one %s', async (_says, parts, code) => {
    const message = await refusalOfUrl(change(parts))
    expect(message).toContain(`DATABASE_URL cannot be opened: ${code}.`)
  })
})
