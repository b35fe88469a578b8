import {
  choice,
  environments,
  host,
  list,
  nameVariable,
  optionalText,
  port,
  readSecretLines,
  type ValuesOf,
  wrongSetting,
} from '@partner-platform/settings'
import { assertSecrets } from '@partner-platform/webhooks'
import { inboxPath } from './add-inbox-page.ts'
import { buildReceiver, type ReceiverOptions } from './build-receiver.ts'
import { assertCallbackPath, defaultCallbackPath } from './callback-path.ts'
import { createJsonLogger, silentLogger } from './log.ts'

/** Every setting of the app; `--help` and the README show this table. */
export const settings = {
  PORT: port(4020),
  HOST: host(),
  ENVIRONMENT: choice({
    says: 'Environment whose webhooks arrive here.',
    options: environments,
    fallback: 'development',
  }),
  RECEIVER_SECRETS: list({
    says: 'Signing secrets, all that may be in use now. This or the file is needed.',
    unit: 'whsec_… texts',
  }),
  RECEIVER_SECRETS_FILE: optionalText({
    says: 'File with one signing secret per line.',
    unit: 'path',
  }),
  RECEIVER_VERIFICATION: choice({
    says: 'Whether signatures are checked; off accepts anything from anyone.',
    options: ['on', 'off'],
    fallback: 'on',
  }),
  RECEIVER_POLICY: choice({
    says: 'Answer to a failed verification: reject with 401, or quarantine with 202.',
    options: ['reject', 'quarantine'],
    fallback: 'reject',
  }),
  RECEIVER_PATH: {
    ...optionalText({ says: 'Path of the callback URL.', unit: 'path' }),
    shownDefault: defaultCallbackPath,
    fallback: defaultCallbackPath,
  },
  RECEIVER_LOG: choice({
    says: 'One line of JSON per answer on stderr.',
    options: ['on', 'off'],
    fallback: 'on',
  }),
}

type Values = ValuesOf<typeof settings>

/** Starts the app that the settings describe. */
export async function start(values: Values) {
  const receiver = buildReceiver(toOptions(values))
  const url = await receiver.listen({ host: values.HOST, port: values.PORT })
  return {
    lines: [
      ...(values.RECEIVER_VERIFICATION === 'off'
        ? ['WARNING: signatures are not checked. Anyone can send anything.']
        : []),
      `Receiver of ${values.ENVIRONMENT} ready: ${url}${values.RECEIVER_PATH}`,
      `Inbox: ${url}${inboxPath}`,
    ],
    close: () => receiver.close(),
  }
}

function toOptions(values: Values): ReceiverOptions {
  const path = values.RECEIVER_PATH ?? defaultCallbackPath
  nameVariable('RECEIVER_PATH', () => assertCallbackPath(path))
  return {
    ...toTrust(values),
    environment: values.ENVIRONMENT,
    path,
    policy: values.RECEIVER_POLICY,
    logger: values.RECEIVER_LOG === 'on' ? createJsonLogger(process.stderr) : silentLogger,
  }
}

function toTrust(values: Values) {
  const { RECEIVER_SECRETS: listed, RECEIVER_SECRETS_FILE: path } = values
  const isSet = listed.length > 0 || path !== undefined
  if (values.RECEIVER_VERIFICATION === 'off') {
    if (!isSet) return { verification: 'off' as const }
    const mismatch = { expected: 'on where secrets are set', received: 'off' }
    throw wrongSetting('RECEIVER_VERIFICATION', mismatch)
  }
  if (!isSet) {
    const mismatch = { expected: 'at least one secret, here or in a file', received: 'none' }
    throw wrongSetting('RECEIVER_SECRETS', mismatch)
  }
  if (listed.length > 0 && path !== undefined) {
    const mismatch = { expected: 'nothing beside RECEIVER_SECRETS_FILE', received: 'both' }
    throw wrongSetting('RECEIVER_SECRETS', mismatch)
  }
  const variable = path === undefined ? 'RECEIVER_SECRETS' : 'RECEIVER_SECRETS_FILE'
  const secrets = path === undefined ? listed : readSecretLines(variable, path)
  nameVariable(variable, () => assertSecrets(secrets))
  return { secrets }
}
