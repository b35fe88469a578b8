import { messages } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { onTestFinished } from 'vitest'
import { startCli, startCommand } from './run.ts'

type Given = { args?: string[]; secrets?: readonly string[] }

const toLine = (args: string[]) => ['listen', '--port', '0', ...args]
const toEnv = (secrets: readonly string[]) => ({
  PARTNER_PLATFORM_WEBHOOK_SECRETS: secrets.join(','),
})

/** `listen` on a free port, with JSON lines unless told otherwise. It ends with the test. */
export async function startListen({ args = ['--json'], secrets = [createSecret()] }: Given = {}) {
  const env = toEnv(secrets)
  const { ended, firstOutput, kill } = startCommand(toLine(args), { env })
  onTestFinished(async () => {
    kill('SIGINT')
    await ended
  })
  const [url = ''] = /http:\/\/[^\s"',]+/.exec(await firstOutput) ?? []
  const documents = async () => {
    const { stdout } = await ended
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  return { ended, url, env, documents, kill }
}

/** The same as a separate process. */
export async function startListenProcess() {
  const { child, ended, ready } = startCli(toLine(['--json']), toEnv([createSecret()]))
  return { child, ended, url: `${await ready}/webhooks` }
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
