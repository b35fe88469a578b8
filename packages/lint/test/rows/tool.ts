import { readSections } from './row.ts'

export const toolRows = readSections(String.raw`
= openapi
a mistyped field
  openapi.yaml:   summary: The countries =>   sumary: The countries
  finds sumary:… #/info/sumary redocly/struct: Property sumary is not expected here.… Did you mean summary?

an operation whose name is not a verb and a noun
  openapi.yaml: operationId: listCountries => operationId: countries
  finds operationId: countries… #/paths/~1api~1v1~1platform~1countries/get/operationId redocly/rule/operation-id: An operationId must say what the operation does: "countries" should match… Begin with a verb

an operation without a description
  openapi.yaml:       summary: List origin countries\n      description: >- =>       summary: List origin countries\n      x-note: >-
  finds get:… #/paths/~1api~1v1~1platform~1countries/get/description redocly/operation-description: Operation object should contain description field.… Write description: with what a caller must know.

an undeclared tag
  openapi.yaml: tags: [Countries] => tags: [Nations]
  finds tags: [Nations]… #/paths/~1api~1v1~1platform~1countries/get/tags/0 redocly/operation-tag-defined: Operation tags should be defined in global tags.… Declare the tag under tags

a response without the rate-limit headers
  openapi.yaml: \n        RateLimit: { $ref: "#/components/headers/RateLimit" }\n        X- => \n        X-
  finds headers:… #/components/responses/NotModified/headers redocly/response-contains-header: Response object must contain a "RateLimit" header.… Add $ref: "#/components/headers/…"

a body that is not JSON
  openapi.yaml: application/json: => text/plain:
  finds text/plain:… #/paths/~1api~1v1~1platform~1countries/get/responses/200/content/text~1plain redocly/response-mime-type: Mime type "text/plain" is not allowed… Use application/json.

a component that nothing uses
  openapi.yaml:   parameters:\n    IfNoneMatch: =>   parameters:\n    Page: { name: page, in: query, description: Page., schema: { $ref: ./schemas/uuid.yaml } }\n    IfNoneMatch:
  finds Page:… #/components/parameters/Page redocly/no-unused-components: Component: "Page" is never used.… An operation has probably lost this parameter: add it again

a version that is not of three numbers
  openapi.yaml: version: 1.0.0 => version: "1"
  finds version: "1"… #/info/version redocly/rule/semantic-version: The version must be three numbers… Write version: with three numbers

a number where text is wanted
  openapi.yaml: version: 1.0.0 => version: 1.0
  finds version: 1.0… #/info/version redocly/struct: Expected type string but got… Put it in quotes: "1.0".

yes where true is wanted
  openapi.yaml: of the reference server.\n      required: true => of the reference server.\n      required: yes
  finds required: yes… #/components/headers/RateLimitPolicy/required redocly/struct: Expected type boolean but got string.… Write true; in YAML 1.2, yes is text.

a response that an operation has lost
  openapi.yaml:         "304": { $ref: "#/components/responses/NotModified" }\n => nothing
  finds NotModified:… #/components/responses/NotModified redocly/no-unused-components: Component: "NotModified" is never used.… An operation has probably lost this response: add it again under its responses

a way to send the key that is lost
  openapi.yaml:   - apiKeyHeader: []\n => nothing
  finds apiKeyHeader:… #/components/securitySchemes/apiKeyHeader redocly/no-unused-components: Security scheme: "apiKeyHeader" is never used.… A way to send the key has probably been lost: add it again under security

a failure of Redocly itself
  schemas/uuid.yaml := $ref: ./uuid.yaml\n
  finds in openapi.yaml: openapi: 3.1.0… # redocly/failed: Redocly cannot read this document: Self-referencing circular pointer.… To see more, run npx redocly lint openapi in this folder.

an unknown rule
  redocly.yaml: tags-alphabetical: error => tags-alphabetica: error
  finds tags-alphabetica:… #/rules/tags-alphabetica redocly/config: Property tags-alphabetica is not expected here.… Did you mean tags-alphabetical?

an unknown severity
  redocly.yaml: severity: error => severity: errr
  finds severity: errr… #/rules/rule~1semantic-version/severity redocly/config: severity can be one of the following only: "error", "warn", "off".… Did you mean error?

an unknown assertion
  redocly.yaml: assertions: { defined: true, pattern: => assertions: { patern:
  finds patern:… #/rules/rule~1semantic-version/assertions/patern redocly/config: Property patern is not expected here.… Did you mean pattern?

other rules to begin with: extends: [minimal]
  redocly.yaml: extends: [recommended-strict] => extends: [minimal]
  finds extends: [minimal]… #/extends redocly/settings: The rules do not begin with those of recommended-strict. Write extends: [recommended-strict]

other rules to begin with: extend: []
  redocly.yaml: extends: [recommended-strict] => extend: []
  finds extend: []… #/extends redocly/settings: The rules do not begin with those of recommended-strict. Write extends: [recommended-strict]

a document that is not among those that are linted
  redocly.yaml: root: openapi.yaml => root: open.yaml
  finds root: open.yaml… #/apis/openapi/root redocly/settings: openapi.yaml is not among the documents that are linted.… Write apis: { openapi: { root: openapi.yaml } }

= asyncapi
a required field that is mistyped, below a condition
  schemas/submission.yaml: required: [feedbackDocsUrl, => required: [feedbackDocUrl,
  finds required: [feedbackDocUrl, remarks, visaExpiryDate]… #/then/required/0 redocly/no-required-schema-properties-undefined: Required property 'feedbackDocUrl' is not defined… Did you mean feedbackDocsUrl? Otherwise, add it to properties.

a message without a summary
  asyncapi.yaml:       summary: The status of a submission changed.\n => nothing
  finds submissionUpdated:… #/components/messages/submissionUpdated redocly/rule/message-fields: A message is incomplete: summary is required.… Add it; summary and examples

an unknown action
  asyncapi.yaml: action: send => action: sends
  finds action: sends… #/operations/sendSubmissionUpdated/action redocly/struct: action can be one of the following only: "send", "receive".… Did you mean send?

rules that are a number
  redocly.yaml:     root: asyncapi.yaml\n    rules: =>     root: asyncapi.yaml\n    rules: 3\n    x-rules:
  finds rules: 3… #/apis/asyncapi/rules redocly/config: Expected type Rules (object) but got integer.… Write a value of type Rules instead of the integer.

= asyncapiSchema
a field that AsyncAPI has not
  asyncapi.yaml:     action: send =>     colour: blue\n    action: send
  finds colour: blue… #/operations/sendSubmissionUpdated/colour asyncapi/schema: Property colour is not expected here.… Name it as AsyncAPI 3.0 does

= operator
a response without the request id
  operator.yaml:           headers:\n            X-Request-Id: { $ref: "#/components/headers/OperatorRequestId" }\n => nothing
  finds "200":… #/paths/~1operator~1v1~1partners/get/responses/200/headers redocly/response-contains-header: Response object must contain a "X-Request-Id" header.… Add $ref: "#/components/headers/…"

a server beyond loopback
  operator.yaml: http://127.0.0.1:4011 => https://operator.partner-platform.example
  finds https://operator… #/servers/0/url redocly/rule/server-loopback: The operator surface must be on the local machine… Write a URL on the local machine

= workflows
a mistyped field of a workflow
  workflows/list-countries.arazzo.yaml: successCriteria: => succesCriteria:
  finds succesCriteria:… #/workflows/0/steps/0/succesCriteria redocly/struct: Property succesCriteria is not expected here.… Did you mean successCriteria?

a workflow that the settings do not list
  redocly.yaml: root: workflows/list-countries.arazzo.yaml => root: openapi.yaml
  finds root: openapi.yaml… #/apis/list-countries/root redocly/settings: workflows/list-countries.arazzo.yaml is not among the documents that are linted.… Write apis: { list-countries: { root: workflows/list-countries.arazzo.yaml } }
`)
