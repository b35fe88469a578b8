import { readRows } from './row.ts'

/**
 * Ways to let the contract depart from the source or a decision: one check finds this rule in this file. It is
 * facts/contradiction in the edited file if the row says nothing else.
 */
export const contradictions = readRows(String.raw`
5.2 both keys are asked for
  openapi.yaml:   - bearerAuth: []\n  - apiKeyHeader: [] =>   - bearerAuth: []\n    apiKeyHeader: []

4.1.authentication the key is optional
  openapi.yaml:   - bearerAuth: []\n  - apiKeyHeader: [] =>   - bearerAuth: []\n  - apiKeyHeader: []\n  - {}

9.1 another version in the path
  openapi.yaml: /api/v1/platform/c => /api/v2/platform/c

4.1.method GET becomes POST
  openapi.yaml:     get:\n =>     post:\n

4.1.queryParameters a parameter is declared
  openapi.yaml:       parameters:\n =>       parameters:\n        - { name: page, in: query }\n
  finds marks/missing

4.1.queryParameters a parameter of the query
  openapi.yaml:       in: header\n      description: >- =>       in: query\n      description: >-
  finds in vectors/answers.json: vectors/other-answer

4.1.errors a status is gone
  openapi.yaml:         "429": { $ref: "#/components/responses/TooManyRequests" }\n => nothing

a fourth server without a mark
  openapi.yaml: tags:\n =>   - url: https://test.example\n    description: Test\ntags:\n
  finds marks/missing

D-015 429 loses Retry-After
  openapi.yaml:         Retry-After: { $ref: "#/components/headers/RetryAfter" }\n => nothing
  finds in vectors/answers.json: vectors/other-answer

D-016 an example of another status
  openapi.yaml: valid/forbidden.json => valid/unauthorized.json
  finds document-examples/other-status

D-016 an example of a code without a name
  schemas/error-code.yaml: [unauthorized, forbidden => [unauthorized
  finds in openapi.yaml: document-examples/unknown-code

a third security scheme
  openapi.yaml:     bearerAuth:\n =>     cookie: { type: apiKey, in: cookie, name: key }\n    bearerAuth:\n
  finds marks/missing

4.2.headers X-Platform-Event is optional
  asyncapi.yaml: required: [Content-Type, X-Platform-Event] => required: [Content-Type]

4.2.path an address
  asyncapi.yaml:     title: Cal =>     address: /a\n    title: Cal

D-025 no TLS
  asyncapi.yaml: protocol: https => protocol: http
  finds redocly/rule/server-protocol

1.4 an environment too many
  asyncapi.yaml: x-constants:\n =>   test: { host: t.example, protocol: https, x-decision: D-025 }\nx-constants:\n

3.statuses a typing error
  schemas/submission-status.yaml: VISA_GRANTED, => VISA_GRANTD,

6.3 a condition on an unknown member
  schemas/submission.yaml: const: VISA_GRANTED => const: VISA_GRANTD
  finds dialect/unknown-member

D-022 a looser pattern
  schemas/country.yaml: ^[A-Z]{2}$ => ^[A-Z]{2,3}$
  finds in examples/country/tolerated/iso-code-alpha-3.json: examples/wrong-folder

6.4.2 omission binds readers
  schemas/submission.yaml:   x-sender-only: true\n => nothing

a property that no example shows
  schemas/error-response.yaml:       requestId:\n =>       hint: { type: string, description: W. }\n      requestId:\n
  finds examples/not-shown

a known code that no example shows
  schemas/error-code.yaml: forbidden, => forbidden, gone,
  finds examples/not-shown

a schema without marks
  schemas/rate-limit.yaml: x-decision: D-015\n => nothing
  finds marks/missing

D-022 a schema that lost its decision and kept its statement
  schemas/country.yaml: x-decision: D-022\n => nothing
  finds in examples/country/cases.yaml: cases/not-carried

a default of another type
  schemas/agent.yaml: type: string => type: string\n    default: 12
  finds dialect/refused-value

D-015 another quota
  openapi.yaml: value: 100 => value: 90
  finds in vectors/rate-limits.json: vectors/other-constant

D-015 another quota in a header
  openapi.yaml: "default";q=100;w=60 => "default";q=90;w=60
  finds vectors/other-constant

D-009 other answer
  asyncapi.yaml: tooLarge: 413 => tooLarge: 400
  finds in vectors/figures.json: vectors/other-constant

D-012 another delay
  vectors/retry-schedule.json: "delayMs": 5000 => "delayMs": 6000
  finds vectors/other-constant

D-012 other steps
  vectors/retry-schedule.json: 1800, => 1900,
  finds vectors/other-constant

D-020 another form of key
  vectors/auth.json: ppk_dev_gZME1ctjrzcXh0 => ppk_stg_gZME
  finds vectors/other-constant

D-003 a secret of another form
  vectors/signatures.json: whsec_SXQncyBh => secret_SXQ
  finds vectors/other-constant

a constant that no vector shows
  asyncapi.yaml: x-constants:\n => x-constants:\n  pauseMs: { description: A., value: 1, x-decision: D-012 }\n
  finds vectors/no-figure
`)
