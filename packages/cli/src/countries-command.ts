import { environments } from '@partner-platform/types'
import { choice, defineCommand, text } from './command.ts'
import { apiKeyOption } from './secrets.ts'

export const countriesCommand = defineCommand({
  name: 'countries',
  says: 'List the countries that the service supports.',
  operands: {},
  options: {
    'base-url': text('URL', 'Address of the service: https, or http on this machine.'),
    environment: choice(
      environments,
      'Environment of the service, if --base-url is not given. By default, the environment of the key.',
    ),
    ...apiKeyOption,
  },
  environment: ['PARTNER_PLATFORM_API_KEY'],
  examples: {
    'countries --environment staging': 'A table; the remaining rate limit goes to standard error',
    'countries --base-url http://127.0.0.1:4010 --api-key-file key.txt':
      'From a server on this machine',
    "countries --json | jq -r '.countries[].isoCode'": 'Only the codes',
  },
})
