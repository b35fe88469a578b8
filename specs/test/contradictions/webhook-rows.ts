import { events, type Row } from './row.ts'

const message = '#/components/messages/submissionUpdated'
const operation = '#/operations/sendSubmissionUpdated'

export const webhookRows: Row[] = [
  [
    '9.2 another shape for some statuses',
    events('the same for all statuses', 'the same for most statuses'),
    'facts/contradiction',
    '#/info/description',
  ],
  [
    '4.2.headers X-Platform-Event is optional',
    events('required: [Content-Type, X-Platform-Event]', 'required: [Content-Type]'),
    'facts/contradiction',
    `${message}/headers/required`,
  ],
  [
    '5.5 X-Platform-Signature is always there',
    events(
      'required: [Content-Type, X-Platform-Event]',
      'required: [Content-Type, X-Platform-Event, X-Platform-Signature]',
    ),
    'facts/contradiction',
    `${message}/headers/required`,
  ],
  [
    '4.2.headers a header has another name',
    events('          X-Platform-Signature:\n', '          X-Signature:\n'),
    'facts/contradiction',
    `${message}/headers/properties/X-Signature`,
  ],
  [
    '4.2.method POST becomes PUT',
    events('method: POST', 'method: PUT'),
    'facts/contradiction',
    `${operation}/bindings/http/method`,
  ],
  [
    '4.2.method the service receives',
    events('action: send', 'action: receive'),
    'facts/contradiction',
    `${operation}/action`,
  ],
  [
    '6.1.3 the message has another name',
    events('      name: submission.updated', '      name: submission.changed'),
    'facts/contradiction',
    `${message}/name`,
  ],
  [
    '4.2.body another content type',
    events('      contentType: application/json', '      contentType: text/plain'),
    'facts/contradiction',
    `${message}/contentType`,
  ],
  [
    '6.2.Content-Type another constant',
    events('const: application/json', 'const: application/cloudevents+json'),
    'facts/contradiction',
    `${message}/headers/properties/Content-Type/const`,
  ],
  [
    '4.2.path a fixed address',
    events('    title: Callback URL\n', '    title: Callback URL\n    address: /hook\n'),
    'facts/contradiction',
    '#/channels/submissionUpdates/address',
  ],
  [
    'D-025 a server without TLS',
    events('protocol: https', 'protocol: http'),
    'facts/contradiction',
    '#/servers/development/protocol',
  ],
  [
    '1.4 an environment too many',
    events(
      'x-constants:\n',
      '  sandbox: { host: sandbox.example, protocol: https, x-decision: D-025 }\nx-constants:\n',
    ),
    'facts/contradiction',
    '#/servers/sandbox',
  ],
  [
    '6.5.1 the prose no longer says it',
    events('Answer fast: store', 'Store'),
    'facts/contradiction',
    '#/info/description',
  ],
  [
    'a channel without a mark',
    events('operations:\n', '  others: { title: Others, messages: {} }\noperations:\n'),
    'marks/missing',
    '#/channels/others',
  ],
]
