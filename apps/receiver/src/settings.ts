import { folderSetting, storeSettings } from '@partner-platform/database/settings'
import { proxies } from '@partner-platform/http-edge'
import {
  choice,
  host,
  list,
  optionalText,
  port,
  text,
  type ValuesOf,
} from '@partner-platform/settings'
import { environments } from '@partner-platform/types'
import { defaultCallbackPath } from './http/build-callback-app.ts'

/** Every setting of the app; `--help` and the README show this table. */
export const settings = {
  PORT: port(4020),
  HOST: host(),
  PROXIES: proxies(),
  INBOX_PORT: port(4021, 'Port of the inbox page, on loopback only; 0 takes a free port.'),
  ENVIRONMENT: choice({
    says: 'Environment whose webhooks arrive here.',
    options: environments,
    fallback: 'development',
  }),
  RECEIVER_SECRETS: list({
    says: 'Every signing secret that is now in use. Set this or RECEIVER_SECRETS_FILE, but not both.',
    unit: 'secrets that contain no comma',
  }),
  RECEIVER_SECRETS_FILE: optionalText({
    says: 'File with one signing secret per line; # begins a comment. A change takes effect at the next delivery.',
    unit: 'path',
  }),
  RECEIVER_VERIFICATION: choice({
    says: 'Whether to check signatures; off accepts anything from anyone.',
    options: ['on', 'off'],
    fallback: 'on',
  }),
  RECEIVER_POLICY: choice({
    says: 'Answer to a failed verification: 401 (reject) or 202 (quarantine). Both quarantine the body.',
    options: ['reject', 'quarantine'],
    fallback: 'reject',
  }),
  RECEIVER_PATH: text({
    says: 'Path of the callback URL.',
    unit: 'path',
    fallback: defaultCallbackPath,
  }),
  RECEIVER_DATA_FOLDER: folderSetting('.data/receiver'),
  ...storeSettings,
  RECEIVER_LOG: choice({
    says: 'Whether to write one line of JSON per answer and handled event to stderr.',
    options: ['on', 'off'],
    fallback: 'on',
  }),
}

export type SettingValues = ValuesOf<typeof settings>
