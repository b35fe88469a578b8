/** The keywords that JSON Schema 2020-12 and draft-07 share, and read alike. */
export const sharedKeywords: ReadonlySet<string> = new Set([
  ...['$ref', '$comment', 'title', 'description', 'default', 'examples', 'readOnly', 'writeOnly'],
  ...['type', 'enum', 'const', 'format', 'contentEncoding', 'contentMediaType'],
  ...['pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['items', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
  ...['required', 'minProperties', 'maxProperties'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
])

const ownFile = 'Move it to a file of its own in schemas/ and refer to it with $ref.'
const noIdentity = 'Leave it out: the path of the file is the identity of the schema.'
const conditions = 'Use if, then and else with required.'

/** Keywords of one draft, of OpenAPI or of AsyncAPI, each with what to write instead. */
export const otherKeywords: Readonly<Record<string, string>> = {
  $id: noIdentity,
  $schema: noIdentity,
  $anchor: noIdentity,
  $dynamicAnchor: noIdentity,
  $dynamicRef: 'Use $ref.',
  $recursiveRef: 'Use $ref.',
  $vocabulary: 'Leave it out.',
  $defs: ownFile,
  definitions: ownFile,
  prefixItems: 'Use an object with named properties, or items with one schema for all.',
  additionalItems: 'Use items with one schema for all.',
  unevaluatedItems: 'Use items with one schema for all.',
  unevaluatedProperties: 'Use additionalProperties: false and list all properties in one place.',
  minContains: 'Use contains alone, which asks for at least one.',
  maxContains: 'Use contains alone, which asks for at least one.',
  dependentRequired: conditions,
  dependentSchemas: conditions,
  dependencies: conditions,
  deprecated: 'Say it in description.',
  contentSchema: 'Say it in description.',
  nullable: 'Leave the field out instead of sending null: remove it from required.',
  discriminator: 'Use if, then and else, or anyOf with a const in each branch.',
  xml: 'Leave it out: bodies are JSON.',
  example: 'Add a file in examples/<schema>/valid/, or use examples with a list.',
  externalDocs: 'Put the link into description.',
}

/** The formats that the checks know; no other format would be checked. */
export const knownFormats: ReadonlySet<string> = new Set([
  ...['date-time', 'date', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6'],
  ...['uri', 'uri-reference', 'uri-template', 'uuid', 'json-pointer', 'regex'],
])
