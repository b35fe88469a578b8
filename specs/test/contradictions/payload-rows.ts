import type { Edit } from '../broken-copy.ts'
import type { Row } from './row.ts'

const schema = (name: string, from: string, to: string): Edit => ({
  file: `schemas/${name}.yaml`,
  from,
  to,
})

export const payloadRows: Row[] = [
  [
    '3.contactStatuses a typing error in a known member',
    schema('contact-status', 'NOT_CONTACTED]', 'NOT_CONTACTD]'),
    'facts/contradiction',
    '#/anyOf/0/enum/0',
  ],
  [
    '3.statuses a typing error that the condition does not follow',
    schema('submission-status', 'VISA_GRANTED,', 'VISA_GRANTD,'),
    'dialect/unknown-member',
    '#/if/properties/status/const',
    'schemas/submission.yaml',
  ],
  [
    '6.3 a condition on a member that there is not',
    schema('submission', 'const: VISA_GRANTED', 'const: VISA_GRANTD'),
    'dialect/unknown-member',
    '#/if/properties/status/const',
  ],
  [
    '6.3 a condition on another member',
    schema('submission', 'const: VISA_GRANTED', 'const: RETURNED'),
    'facts/contradiction',
    '#/if/properties/status/const',
  ],
  [
    'D-023 a set of statuses that is closed',
    schema('submission-status', '  - type: string\nx-source', 'x-source'),
    'facts/contradiction',
    '#/anyOf/1',
  ],
  [
    '2.3.submission.applicant.phone is always there',
    schema('applicant', 'lastName, email]', 'lastName, email, phone]'),
    'facts/contradiction',
    '#/required',
  ],
  [
    '2.3.agent.companyName may lack',
    schema('agent', 'required: [uuid, companyName]', 'required: [uuid]'),
    'facts/contradiction',
    '#/required',
  ],
  [
    '2.3.agent.companyName has a bound that nobody set',
    schema('agent', 'type: string', 'type: string\n    maxLength: 80'),
    'facts/contradiction',
    '#/properties/companyName/maxLength',
  ],
  [
    '2.3.submission.remarks is a number',
    schema(
      'submission',
      '    type: string\n    x-source: 2.3.submission.remarks',
      '    type: number\n    x-source: 2.3.submission.remarks',
    ),
    'facts/contradiction',
    '#/properties/remarks/type',
  ],
  [
    '6.3 a granted visa without its expiry',
    schema('submission', 'remarks, visaExpiryDate]', 'remarks]'),
    'facts/contradiction',
    '#/then/required',
  ],
  [
    '6.4.1 remarks are sent on any status',
    schema('submission', '    remarks: false\n', ''),
    'facts/contradiction',
    '#/else/properties/remarks',
  ],
  [
    '6.4.2 the omission binds readers too',
    schema('submission', '  x-sender-only: true\n', ''),
    'facts/contradiction',
    '#/else/x-sender-only',
  ],
  [
    '6.3 the fields of a granted visa bind senders only',
    schema('submission', 'x-source: "6.3"', 'x-source: "6.3"\n  x-sender-only: true'),
    'facts/contradiction',
    '#/then/x-sender-only',
  ],
  [
    '2.2.status is false on success',
    schema('country-list', 'const: true', 'const: false'),
    'facts/contradiction',
    '#/properties/status/const',
  ],
  [
    '2.1.minimal a fifth field',
    schema(
      'country',
      'properties:\n',
      'properties:\n  region: { type: string, description: Where., x-decision: D-022 }\n',
    ),
    'facts/contradiction',
    '#/properties/region',
  ],
  [
    'D-022 a looser pattern',
    schema('country', '^[A-Z]{2}$', '^[A-Z]{2,3}$'),
    'facts/contradiction',
    '#/properties/isoCode/pattern',
  ],
  [
    'a property without a mark',
    schema(
      'agent',
      'properties:\n',
      'properties:\n  city: { type: string, description: Where. }\n',
    ),
    'marks/missing',
    '#/properties/city',
  ],
  [
    'a property that borrows the mark of a schema that others use',
    schema('agent', 'properties:\n', 'properties:\n  parent: { $ref: ./uuid.yaml }\n'),
    'marks/missing',
    '#/properties/parent',
  ],
  [
    'a property inside a property, without a mark',
    schema(
      'error-response',
      '      requestId:\n',
      '      hint: { type: string, description: What to do. }\n      requestId:\n',
    ),
    'marks/missing',
    '#/properties/error/properties/hint',
  ],
  [
    'a schema that lost its marks',
    schema('rate-limit', 'x-decision: D-015\n', ''),
    'marks/missing',
    '#',
  ],
  [
    'D-022 a node that lost its decision and kept its statement',
    schema('country', 'x-source: 2.1.isoCode\n    x-decision: D-022', 'x-source: 2.1.isoCode'),
    'decisions/not-carried',
    '#/properties/isoCode',
  ],
  [
    '2.1.formats a shared node that lost one of its statements',
    schema('country', 'x-source: [2.1.minimal, 2.1.formats]', 'x-source: [2.1.minimal]'),
    'sources/not-carried',
    '#',
  ],
  [
    '5.4 a node that carries a statement it does not say',
    schema('agent', 'x-source: 2.3.agent.companyName', 'x-source: [2.3.agent.companyName, "5.4"]'),
    'sources/not-listed',
    '#/properties/companyName/x-source/1',
  ],
  [
    'a default of another type',
    schema('agent', 'type: string', 'type: string\n    default: 12'),
    'dialect/refused-value',
    '#/properties/companyName/default',
  ],
  [
    'an example that its schema refuses',
    schema('uuid', 'type: string', 'type: string\nexamples: [no-uuid]'),
    'dialect/refused-value',
    '#/examples/0',
  ],
]
