import { createClient, servers } from '@partner-platform/client'
import { CliError } from '../cli-error.ts'
import { defineCommand } from '../command-line/command.ts'
import { jsonOption } from '../json-option.ts'
import { apiKeyOption, readApiKey } from '../secrets/read-api-key.ts'
import { toBaseUrl } from './to-base-url.ts'
import { toFinished } from './to-finished.ts'

export const countriesCommand = defineCommand({
  name: 'countries',
  says: 'List the countries that the service supports.',
  operands: {},
  options: {
    'base-url': {
      kind: 'text',
      value: 'URL',
      says: 'Where the service is; https, or http on this machine.',
    },
    environment: {
      kind: 'choice',
      choices: Object.keys(servers),
      says: 'Its environment, unless --base-url is given; by default that of the key.',
    },
    ...apiKeyOption,
    ...jsonOption,
  },
  environment: ['PARTNER_PLATFORM_API_KEY'],
  examples: [
    [
      'countries --environment staging',
      'A table; what is left of the rate limit goes to standard error',
    ],
    [
      'countries --base-url http://127.0.0.1:4010 --api-key-file key.txt',
      'From a server on this machine',
    ],
    ["countries --json | jq -r '.countries[].isoCode'", 'Only the codes'],
  ],
  async run(given, io) {
    const apiKey = await readApiKey(io, given['api-key-file'])
    const baseUrl = toBaseUrl({
      baseUrl: given['base-url'],
      environment: given.environment,
      apiKey,
    })
    const progress = io.progress('Asking the service …')
    try {
      return toFinished(await list(baseUrl, apiKey), io)
    } finally {
      progress.stop()
    }
  },
})

async function list(baseUrl: string, apiKey: string) {
  try {
    return await createClient({ baseUrl, apiKey }).listCountries()
  } catch (error) {
    // Its message names the option, never the value.
    if (!(error instanceof TypeError)) throw error
    const isKey = error.message.includes('apiKey')
    throw new CliError(isKey ? 'secret-unusable' : 'usage', error.message, { cause: error })
  }
}
