import type { Database } from '@partner-platform/database'
import { explainOpenError, toLocation } from '@partner-platform/database/settings'
import { type App, gatherLines, nameVariable, StartError } from '@partner-platform/settings'
import { assertSecrets } from '@partner-platform/webhooks'
import { buildReceiver, type PartnerReceiver } from './build-receiver.ts'
import { byEvent } from './handle/by-event.ts'
import { handlers } from './handlers/handlers.ts'
import { assertCallbackPath } from './http/build-callback-app.ts'
import { createJsonLogger, type Logger, nameOfError, silentLogger } from './log.ts'
import { createSecretsFile } from './secrets-file.ts'
import { type SettingValues, settings } from './settings.ts'
import { openStore } from './store/open-store.ts'

/** The receiver as a standalone app, with its settings. */
export const receiverApp: App<typeof settings> = {
  name: 'receiver',
  says: 'Reference receiver: verifies webhooks, stores them, answers, and then handles them.',
  settings,
  start: startReceiver,
}

/** Starts the app. Rejects with a `StartError` if the settings cannot work. */
async function startReceiver(values: SettingValues) {
  const logger =
    values.RECEIVER_LOG === 'on' ? createJsonLogger(gatherLines(process.stderr)) : silentLogger
  const options = toOptions(values, logger)
  const database = await openDatabase(values, logger)
  let receiver: PartnerReceiver | undefined
  const close = async () => {
    await Promise.resolve(receiver?.close()).finally(() => database.close())
  }
  try {
    receiver = await buildReceiver({ ...options, database })
    const address = { host: values.HOST, port: values.PORT, inboxPort: values.INBOX_PORT }
    const { url, inboxUrl } = await receiver.listen(address)
    return {
      lines: [
        ...(values.RECEIVER_VERIFICATION === 'off'
          ? ['WARNING: signatures are not checked. Anyone can send anything.']
          : []),
        `Receiver for ${values.ENVIRONMENT} ready: ${url}${options.path}`,
        `Inbox: ${inboxUrl}`,
      ],
      close,
    }
  } catch (error) {
    // One port may already be open and would keep the process alive.
    await close()
    throw error
  }
}

function openDatabase(values: SettingValues, logger: Logger): Promise<Database> {
  const location = toLocation(values, values.RECEIVER_DATA_FOLDER)
  return openStore({
    location,
    backend: values.DATABASE_BACKEND,
    onError: (error) => logger({ event: 'failure', code: 'store', error: nameOfError(error) }),
  }).catch((error: unknown) => {
    throw explainOpenError(error, { location, folderVariable: 'RECEIVER_DATA_FOLDER' })
  })
}

function toOptions(values: SettingValues, logger: Logger) {
  const path = values.RECEIVER_PATH
  nameVariable('RECEIVER_PATH', () => assertCallbackPath(path))
  return {
    ...toTrust(values, logger),
    path,
    logger,
    environment: values.ENVIRONMENT,
    policy: values.RECEIVER_POLICY,
    proxies: values.PROXIES,
    handle: byEvent(handlers),
  }
}

/** How to verify signatures, according to the settings. */
export function toTrust(values: SettingValues, logger: Logger) {
  const { RECEIVER_SECRETS: listed, RECEIVER_SECRETS_FILE: path } = values
  const isSet = listed.length > 0 || path !== undefined
  if (values.RECEIVER_VERIFICATION === 'off') {
    if (!isSet) return { verification: 'off' as const }
    throw new StartError(
      'RECEIVER_VERIFICATION=off needs no secrets. Remove RECEIVER_SECRETS and RECEIVER_SECRETS_FILE, or set RECEIVER_VERIFICATION=on.',
    )
  }
  if (!isSet) throw new StartError('Set RECEIVER_SECRETS or RECEIVER_SECRETS_FILE.')
  if (listed.length > 0 && path !== undefined) {
    throw new StartError('Set RECEIVER_SECRETS or RECEIVER_SECRETS_FILE, not both.')
  }
  if (path === undefined) {
    nameVariable('RECEIVER_SECRETS', () => assertSecrets(listed))
    return { secrets: listed }
  }
  const onChange = (outcome: 'reloaded' | 'unusable') => logger({ event: 'secrets', outcome })
  return { secrets: createSecretsFile({ path, onChange }) }
}
