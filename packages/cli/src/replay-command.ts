import { defineCommand, file, flag, url } from './command.ts'
import { secretOption } from './secrets.ts'

export const replayCommand = defineCommand({
  name: 'replay',
  says: 'Send saved requests again, byte for byte, in the order they were recorded.',
  details: [
    'Sends the saved header lines, including the signature. Headers that belong to a connection, such as',
    'Host and Content-Length, are set anew.',
  ],
  operands: {
    file: file('A saved request, or a folder of them.'),
    url: url('Where to send the requests, such as http://127.0.0.1:4020/webhooks.'),
  },
  options: { resign: flag('Sign each request again, with the newest secret.'), ...secretOption },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'replay recordings http://127.0.0.1:4020/webhooks': 'A whole folder',
    'replay recordings/000001-0f3a9c2e.http http://127.0.0.1:4020/webhooks --resign':
      'One request, with the current secret',
  },
})
