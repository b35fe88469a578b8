import { fileURLToPath } from 'node:url'
import type { StoreLocation } from '@partner-platform/database'
import { type RunningProcess, runProcess, warmUp } from '@partner-platform/settings/testing'
import { createOperatorClient, type OperatorClient } from '../operator/create-operator-client.ts'

/** A running process of this app. */
export type Sender = Pick<RunningProcess, 'kill' | 'stop'> & {
  process: RunningProcess
  /** The URL for partners; `null` for a worker. */
  url: string | null
  operatorUrl: string
  operator: OperatorClient
  metrics(): Promise<string>
}

type SenderOptions = {
  /** Settings other than ports, token and keys. */
  env: Readonly<Record<string, string>>
  /** @default the app's main file */
  file?: string
}

/** The operator token of every sender. */
export const operatorToken = 'canary-operator-token-0123456789abcdef'

/** The secrets keys of every sender's store. A test needs them to open it. */
export const secretsKeys = [Buffer.alloc(32, 'canary key').toString('base64')]

export const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Starts the app as a process on free ports, and waits until it is ready. */
export async function startSender({ env, file = mainFile }: SenderOptions): Promise<Sender> {
  const own = { SERVER_OPERATOR_TOKEN: operatorToken, SERVER_SECRETS_KEY: secretsKeys.join() }
  const ports = { PORT: '0', OPERATOR_PORT: '0' }
  const child = runProcess({ file, env: { ...(await warmUp(file)), ...ports, ...own, ...env } })
  const [, operatorUrl = ''] = await child.says(/^Operator surface ready: (http:\/\/[^\s,]+)/m)
  return {
    process: child,
    url: /^Server for \w+ ready: (\S+)/m.exec(child.output)?.[1] ?? null,
    operatorUrl,
    operator: createOperatorClient({ baseUrl: operatorUrl, token: operatorToken }),
    metrics: async () => (await fetch(`${operatorUrl}/metrics`)).text(),
    kill: child.kill,
    stop: child.stop,
  }
}

/** The settings that select a store. */
export const toStoreSettings = (location: StoreLocation): Record<string, string> =>
  location.kind === 'embedded'
    ? { SERVER_DATA_FOLDER: location.folder ?? '' }
    : { DATABASE_URL: location.url }
