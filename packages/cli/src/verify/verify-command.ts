import { defineCommand, file } from '../command.ts'
import { secretOption } from '../secrets.ts'

export const verifyCommand = defineCommand({
  name: 'verify',
  says: 'Say whether a saved request verifies and, if not, why, by trying common mistakes.',
  details: [
    'FILE contains a request as received: first line, header lines, blank line, body. The command',
    'tries other forms of body, secret, signature and algorithm, and names the mistake that fits.',
  ],
  operands: { file: file('A saved request.') },
  options: {
    ...secretOption,
    'other-secret-file': file(
      'Secrets that should not have signed it, such as the secrets of another environment.',
    ),
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'verify recordings/000001-0f3a9c2e.http': 'With the secrets of the environment',
    'verify saved.http --secret-file production.txt --other-secret-file staging.txt':
      'Also try the secrets of staging',
  },
})
