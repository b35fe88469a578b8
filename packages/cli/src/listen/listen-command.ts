import { choice, count, defineCommand, flag, folder, text, url } from '../command.ts'
import { secretOption } from '../secrets.ts'

export const listenCommand = defineCommand({
  name: 'listen',
  says: 'Receive webhooks on this machine: verify, answer, show and record them.',
  details: [
    'Answers as the contract requires, on 127.0.0.1 only, until Ctrl-C or until --count deliveries.',
    'Only --body shows names and addresses of applicants. Recordings contain them.',
  ],
  operands: {},
  options: {
    port: count('PORT', 'Port; 0 chooses a free port.', { min: 0, max: 65_535 }, 4020),
    path: text('PATH', 'Path of the callback URL.', '/webhooks'),
    record: folder('Save each request in this folder, byte for byte.'),
    'forward-to': url('Forward each request to this URL, and return its answer.'),
    once: flag('Stop after one delivery, like --count 1.'),
    count: count('N', 'Stop after N deliveries.', { min: 1, max: 1_000_000 }),
    body: flag('Show whole bodies, personal data included.'),
    verification: choice(
      ['on', 'off'],
      'off skips the signature check: anyone can send anything.',
      'on',
    ),
    ...secretOption,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'listen --secret-file secret.txt --record recordings':
      'Show and save each request to http://127.0.0.1:4020/webhooks',
    'listen --once --json --body':
      'Wait for one delivery, as JSON with its body; exit code 1 if it is not accepted',
    'listen --forward-to http://127.0.0.1:3000/webhooks': 'See what your receiver gets and answers',
    'listen --verification off': 'For an integration without signature verification',
  },
})
