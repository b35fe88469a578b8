import { readSections } from './row.ts'

export const schemaRows = readSections(String.raw`
= dialect
a mistyped keyword
  schemas/agent.yaml: additionalProperties: false => aditionalProperties: false
  finds aditionalProperties: false… #/aditionalProperties dialect/unknown-keyword: aditionalProperties is not a keyword of JSON Schema… Did you mean additionalProperties?

a keyword that nothing resembles
  schemas/agent.yaml: type: object => type: object\ncolourOfTheInk: blue
  finds colourOfTheInk: blue… #/colourOfTheInk dialect/unknown-keyword: colourOfTheInk is not a keyword… Delete it, or make it an extension

$defs, which the two drafts do not share
  schemas/agent.yaml: type: object => type: object\n$defs: { a: { type: string } }
  finds $defs: { a: { type: string } }… #/$defs dialect/not-shared: OpenAPI 3.1 and AsyncAPI 3.0 do not read $defs in the same way. Move it to a file of its own in schemas/

dependentRequired, which the two drafts do not share
  schemas/agent.yaml: type: object => type: object\ndependentRequired: { uuid: [companyName] }
  finds dependentRequired: { uuid: [companyName] }… #/dependentRequired dialect/not-shared: OpenAPI 3.1 and AsyncAPI 3.0 do not read dependentRequired in the same way. Use if, then and else with required.

a keyword beside $ref
  schemas/country-list.yaml: $ref: ./country.yaml => $ref: ./country.yaml\n      description: One of them.
  finds $ref: ./country.yaml… #/properties/result/items/$ref dialect/ref-siblings: draft-07 ignores the keywords beside $ref: description.… Write allOf: [{ $ref: ./country.yaml }]

a type that may be null
  schemas/agent.yaml: type: string => type: [string, "null"]
  finds type: [string, "null"]… #/properties/companyName/type dialect/type-list: type must be one word here, not a list.… Leave the field out instead of sending null

a list of types
  schemas/agent.yaml: type: string => type: [string, integer]
  finds type: [string, integer]… #/properties/companyName/type dialect/type-list: type must be one word here, not a list.… Write anyOf with one type in each branch.

properties of a schema that is not an object
  schemas/agent.yaml: type: object => type: string
  finds properties:… #/properties dialect/other-type: properties is a keyword for type object, but the type here is string.… Write type: object, or delete properties.

items of a schema that is not a list
  schemas/country-list.yaml: type: array => type: integer
  finds items:… #/properties/result/items dialect/other-type: items is a keyword for type array, but the type here is integer.… Write type: array, or delete items.

an unknown type, with which the schema does not compile
  schemas/agent.yaml: type: object => type: objekt
  finds type: objekt… #/type dialect/wrong-value: This value is wrong for its keyword: it … Look the keyword up in JSON Schema 2020-12

a value of the wrong kind
  schemas/agent.yaml: required: [uuid, companyName] => required: uuid
  finds required: uuid… #/required dialect/wrong-value: This value is wrong for its keyword: it must be array.… Look the keyword up in JSON Schema 2020-12

an unknown format
  schemas/applicant.yaml: format: email => format: e-mail
  finds format: e-mail… #/properties/email/format dialect/unknown-format: e-mail is a format that nothing checks.… Write email, or a pattern instead.

a pattern that is not a valid regular expression
  schemas/agent.yaml: type: string => type: string\n    pattern: "^[a-z$"
  finds pattern: "^[a-z$"… #/properties/companyName/pattern dialect/pattern: This pattern is not a valid regular expression: Unterminated character class.… Write a JavaScript regular expression that is valid with the u flag

a title that is not the name of the file
  schemas/agent.yaml: title: Agent => title: Partner
  finds title: Partner… #/title dialect/title: The title of schemas/agent.yaml must be the name of its type, Agent.… Write title: Agent.

a property without a description
  schemas/agent.yaml:   companyName:\n    description: …\n =>   companyName:\n
  finds companyName:… #/properties/companyName dialect/description: companyName has no description.… Add description:

a keyword of one draft in a schema inside a document
  asyncapi.yaml: const: application/json => const: application/json\n            nullable: true
  finds nullable: true… #/components/messages/submissionUpdated/headers/properties/Content-Type/nullable dialect/not-shared: OpenAPI 3.1 and AsyncAPI 3.0 do not read nullable… Leave the field out

the schema of a body written in the document
  openapi.yaml: schema: { $ref: ./schemas/country-list.yaml } => schema: { type: object }
  finds schema: { type: object }… #/paths/~1api~1v1~1platform~1countries/get/responses/200/content/application~1json/schema dialect/inline-schema: This schema is inline… Move it to schemas/<name>.yaml and write schema: {

the schema of a payload written in the document
  asyncapi.yaml: $ref: ./schemas/submission-updated.yaml => type: object
  finds payload:… #/components/messages/submissionUpdated/payload dialect/inline-schema: This schema is inline… Move it to schemas/<name>.yaml and write payload: {

a body whose schema has no name
  operator.yaml: schema: { $ref: "#/components/schemas/PartnerList" } => schema: { type: object }
  finds schema: { type: object }… #/paths/~1operator~1v1~1partners/get/responses/200/content/application~1json/schema dialect/inline-schema: The schema of this body is inline, so its type has no name.… Move it to components.schemas

a schema without a description
  operator.yaml:     Partner:\n      description: A partner.\n =>     Partner:\n
  finds Partner:… #/components/schemas/Partner dialect/description: Partner has no description.… Add description:

= extensions
a mistyped extension
  schemas/agent.yaml: x-source: 2.3.agent.uuid => x-sources: 2.3.agent.uuid
  finds x-sources:… #/properties/uuid/x-sources extensions/unknown: x-sources is an unknown extension.… Did you mean x-source?

a statement without quotes, which YAML reads as a number
  openapi.yaml: x-source: "5.2" => x-source: 5.2
  finds x-source: 5.2… #/components/securitySchemes/bearerAuth/x-source extensions/wrong-value: x-source has an invalid value.… Write the id of a statement in quotes

x-sender-only that is not true
  schemas/submission.yaml: x-sender-only: true => x-sender-only: yes
  finds x-sender-only: yes… #/else/x-sender-only extensions/wrong-value: x-sender-only has an invalid value… Write true, on a schema that readers drop.

a name where there is no server
  schemas/agent.yaml: type: object => type: object\nx-name: agent
  finds x-name: agent… #/x-name extensions/misplaced: x-name has no meaning here.… Move it: it must be a word of lower-case letters, on a server.

a constant without a value
  openapi.yaml:     value: 100\n => nothing
  finds x-constants:… #/x-constants extensions/wrong-value: x-constants has an invalid value… Write entries with description, value and x-decision

= bounds
minLength: 5 with maxLength: 2
  schemas/agent.yaml: type: string => type: string\n    minLength: 5\n    maxLength: 2
  finds maxLength: 2… #/properties/companyName/maxLength dialect/bounds: No value meets both: minLength is 5, and maxLength is 2. Raise maxLength, lower minLength, or

minimum: 1.5 with maximum: 1
  schemas/agent.yaml: type: string => type: string\n    minimum: 1.5\n    maximum: 1
  finds maximum: 1… #/properties/companyName/maximum dialect/bounds: No value meets both: minimum is 1.5, and maximum is 1. Raise maximum, lower minimum, or

minimum: 1 with exclusiveMaximum: 1
  schemas/agent.yaml: type: string => type: string\n    minimum: 1\n    exclusiveMaximum: 1
  finds exclusiveMaximum: 1… #/properties/companyName/exclusiveMaximum dialect/bounds: No value meets both: minimum is 1, and exclusiveMaximum is 1. Raise exclusiveMaximum, lower minimum, or

exclusiveMinimum: 2 with exclusiveMaximum: 1
  schemas/agent.yaml: type: string => type: string\n    exclusiveMinimum: 2\n    exclusiveMaximum: 1
  finds exclusiveMaximum: 1… #/properties/companyName/exclusiveMaximum dialect/bounds: No value meets both: exclusiveMinimum is 2, and exclusiveMaximum is 1. Raise exclusiveMaximum, lower exclusiveMinimum, or
`)
