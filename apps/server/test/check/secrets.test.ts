import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createOperatorClient, createSecretsKey } from '../../src/index.ts'
import { makeParty } from '../make-party.ts'
import { copyTemplate } from '../open-test-store.ts'
import { refusalOf, startHere } from '../refusal-of.ts'
import { operatorToken } from '../start-server.ts'

const [oldKey, newKey] = [createSecretsKey(), createSecretsKey()]

describe('a store whose secrets are encrypted with a key from the settings', () => {
  let folder: string
  let endpointId: string
  beforeAll(async () => {
    folder = await copyTemplate()
    const { close, operator } = await start({ SERVER_SECRETS_KEY: oldKey })
    endpointId = (await makeParty(operator, { url: 'http://127.0.0.1:9/' })).endpointId
    await close()
  })

  const settingsWith = (env: Record<string, string>) => ({
    SERVER_DATA_FOLDER: folder,
    SERVER_OPERATOR_TOKEN: operatorToken,
    ...env,
  })
  async function start(env: Record<string, string>) {
    const { lines, close } = await startHere(settingsWith(env))
    const baseUrl = /Operator surface ready: (\S+)/.exec(lines.join('\n'))?.[1] ?? ''
    return { lines, close, operator: createOperatorClient({ baseUrl, token: operatorToken }) }
  }

  it('F20 is rejected without a key, and no key file is created or replaced', async () => {
    const message = await refusalOf(settingsWith({}))
    expect(message).toMatch(/^SERVER_DATA_FOLDER: The key file beside the data folder is missing, /)
    mkdirSync(`${folder}.key`)
    expect(await refusalOf(settingsWith({}))).toMatch(
      /^SERVER_DATA_FOLDER: Cannot read or create the key file beside the data folder: EISDIR\./,
    )
    rmSync(`${folder}.key`, { recursive: true })
    writeFileSync(`${folder}.key`, 'canary\n')
    expect(await refusalOf(settingsWith({}))).toMatch(
      /^SERVER_DATA_FOLDER: The key file .+ must contain 32 bytes in base64, not text of 6 characters\./,
    )
    rmSync(`${folder}.key`)
  })

  it('opens with both keys, and afterwards with the new one alone', async () => {
    const file = join(folder, 'keys')
    writeFileSync(file, `# newest first\n${newKey}\n${oldKey}\n`)
    chmodSync(file, 0o644)
    const rotated = await start({ SERVER_SECRETS_KEY_FILE: file })
    await rotated.close()
    expect(rotated.lines[0]).toBe(
      'WARNING: every user of this machine can read the file that SERVER_SECRETS_KEY_FILE names. Change its mode to 600.',
    )
    writeFileSync(file, newKey)
    chmodSync(file, 0o600)
    const { lines, close } = await start({ SERVER_SECRETS_KEY_FILE: file })
    await close()
    expect(lines).toHaveLength(2)
  })

  it('names the endpoints to rotate if its key is lost, and needs SERVER_SECRETS_LOST only once', async () => {
    const env = { SERVER_SECRETS_KEY: createSecretsKey() }
    const { lines, operator, close } = await start({ ...env, SERVER_SECRETS_LOST: 'on' })
    expect(lines[0]).toBe(`Rotate the secrets of these endpoints: ${endpointId}.`)
    const path = '/operator/v1/endpoints/{endpointId}'
    const params = { path: { endpointId } }
    expect((await operator.PATCH(path, { params, body: { newSecret: {} } })).response.status).toBe(
      200,
    )
    await close()
    await (await start(env)).close()
  })
})
