import { messages } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { startCli } from './run.ts'

type Given = { args?: string[]; secrets?: readonly string[] }

/** `listen` as a process on a free port, with JSON lines unless told otherwise. */
export async function startListen({ args = ['--json'], secrets = [createSecret()] }: Given = {}) {
  const env = { PARTNER_PLATFORM_WEBHOOK_SECRETS: secrets.join(',') }
  const { child, ended, ready } = startCli(['listen', '--port', '0', ...args], env)
  const url = `${await ready}/webhooks`
  const documents = async () => {
    const { stdout } = await ended
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  return { child, ended, url, env, documents }
}

/** What `fetch` takes to post a body as a webhook. */
export const toPost = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => ({
  method: messages.submissionUpdated.method,
  headers: { 'content-type': messages.submissionUpdated.contentType, ...headers },
  body,
})
