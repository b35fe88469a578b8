import { count, defineCommand, file, flag, repeated, text, url } from '../command.ts'
import { secretOption } from '../secrets.ts'

export const sendCommand = defineCommand({
  name: 'send',
  says: 'Build and sign an event as the reference server does, deliver it once, and judge the answer.',
  details: [
    'Refuses an event that the contract forbids, unless you pass --force. By default, the event reports',
    'a granted visa at the current time; --status, --example and --file choose another event.',
  ],
  operands: { url: url('Where to deliver, such as http://127.0.0.1:4020/webhooks.') },
  options: {
    status: text('STATUS', 'Status of the submission.'),
    example: text('NAME', 'Start from this example of the contract.'),
    file: file('Start from this JSON, byte for byte.'),
    event: text('NAME', 'Name of the event, in body and header.'),
    set: repeated(
      text(
        'PATH=TEXT',
        'Set a member; PATH:=JSON sets any JSON, PATH:= removes the member. Repeatable.',
      ),
    ),
    unsigned: flag('Omit the signature.'),
    force: flag('Send an event that the contract forbids.'),
    count: count(
      'N',
      'Number of events to send, one after the other.',
      { min: 1, max: 100_000 },
      1,
    ),
    ...secretOption,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'send http://127.0.0.1:4020/webhooks': 'A granted visa',
    'send http://127.0.0.1:4020/webhooks --status RETURNED --set submission.applicant.firstName=Asha':
      'Another status and another name',
    'send http://127.0.0.1:4020/webhooks --example returned-with-remarks --force':
      'An event that a receiver should tolerate',
  },
})

export const examplesCommand = defineCommand({
  name: 'examples',
  says: 'List the examples of the contract that send --example takes.',
  details: [
    'valid: a sender may send it; tolerated: a sender should not send it, but a receiver should accept',
    'it; invalid and unparseable: a receiver should quarantine it. All but valid need --force.',
  ],
  operands: {},
  options: {},
  environment: [],
  examples: { examples: 'The name, kind and meaning of each' },
})
