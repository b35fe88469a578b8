const nameIt = 'Name it as the specification does, or move it into description or an x- extension.'

/** What to write instead, by rule of redocly.yaml; a suggestion of the tool itself takes precedence. */
export const redoclyFixes: Readonly<Record<string, string>> = {
  any: 'See the rule at redocly.com/docs/cli/rules.',
  // Structure
  'spec-components-invalid-map-name': 'Use letters, digits, dots, hyphens and underscores only.',
  'spec-ref-siblings': 'Write allOf: [{ $ref: … }] beside the other keywords.',
  'no-unresolved-refs': 'Name a file or a place that exists.',
  'component-name-unique': 'Give each component a name that no other has.',
  'info-license': 'Write license: with name and identifier.',
  'info-license-strict': 'Write identifier: with the SPDX id (AsyncAPI: url:).',
  'no-unsafe-markdown': 'Remove the HTML from description.',
  // Servers
  'no-empty-servers': 'Write servers: with one entry per environment.',
  'no-server-example.com': 'Use a host under .example, which nobody can own.',
  'no-server-trailing-slash': 'Remove the trailing / from url.',
  'no-undefined-server-variable':
    'Declare the variable under variables, or remove it from the URL.',
  'no-server-variables-empty-enum': 'Name at least one value, including the default.',
  // Paths and channels
  'no-identical-paths': 'Keep one of the paths.',
  'no-ambiguous-paths': 'Change a fixed part of one path, so that a URL matches one only.',
  'no-path-trailing-slash': 'Remove the trailing / from the path.',
  'no-channel-trailing-slash': 'Remove the trailing / from the address.',
  'no-http-verbs-in-paths': 'Name the thing in the path; the method says what is done to it.',
  'paths-kebab-case': 'Write the path in lower case, with hyphens between words.',
  'path-not-include-query': 'Declare what follows ? under parameters, with in: query.',
  'path-declaration-must-exist': 'Name the parameter between { and }.',
  'path-params-defined':
    'Declare the parameter under parameters, with in: path and required: true.',
  'path-parameters-defined': 'Declare the parameter with in: path, or remove it from the path.',
  'path-http-verbs-order': 'Write get before put, post, patch and delete.',
  // Operations
  'operation-operationId': 'Write operationId: with a verb and a noun, such as listCountries.',
  'operation-operationId-unique': 'Give each operation an operationId of its own.',
  'operation-operationId-url-safe': 'Use letters and digits only, such as listCountries.',
  'operation-summary': 'Write summary: with the operation in a few words.',
  'operation-description': 'Write description: with what a caller must know.',
  'operation-2xx-response': 'Declare a success response, such as "200".',
  'operation-4xx-response': 'Declare the client errors, such as "401".',
  'operation-parameters-unique': 'Keep one of the parameters.',
  'operation-tag-defined':
    'Declare the tag under tags at the top of the document, with a description.',
  'operation-singular-tag': 'Keep one tag.',
  'parameter-description': 'Write description: with what the parameter does.',
  'boolean-parameter-prefixes': 'Begin the name of a boolean with is, has or should.',
  'array-parameter-serialization': 'Write style and explode.',
  'tag-description': 'Write description: with what the tag groups.',
  'no-duplicated-tag-names': 'Keep one of the tags.',
  'tags-alphabetical': 'Sort the tags by name.',
  // Bodies and headers
  'request-mime-type': 'Use application/json.',
  'response-mime-type': 'Use application/json.',
  'response-contains-header':
    'Add $ref: "#/components/headers/…" under headers; every response has it.',
  'response-contains-property': 'Use ./schemas/error-response.yaml, or an envelope with status.',
  'no-invalid-media-type-examples':
    'Correct the example, or show one from examples/<schema>/valid/.',
  'no-invalid-schema-examples': 'Correct the example, or the schema if the example is right.',
  'no-invalid-parameter-examples': 'Correct the example, or the schema if the example is right.',
  'no-example-value-and-externalValue': 'Keep externalValue, and delete value.',
  // Schemas
  'no-enum-type-mismatch': 'Give every member of enum the type that type names.',
  'no-duplicated-enum-values': 'Keep one of the two members.',
  'no-required-schema-properties-undefined': 'Add it to properties, or remove it from required.',
  'no-schema-type-mismatch': 'Remove the keyword, or change type to the one it is for.',
  'no-mixed-number-range-constraints': 'Keep one of the two bounds.',
  'no-illogical-composition-keywords':
    'Give the list two or more different branches, or leave it out.',
  // Security
  'security-defined': 'Write security: with bearerAuth and apiKeyHeader as alternatives.',
  'security-scopes-defined': 'Declare the scope in the security scheme.',
  // Assertions of redocly.yaml
  'rule/semantic-version': 'Write version: with three numbers, such as 1.1.0.',
  'rule/info-fields': 'Add it under info.',
  'rule/server-protocol': 'Write protocol: https.',
  'rule/server-loopback':
    'Write a URL on the local machine, such as http://127.0.0.1:4011 (D-028).',
  'rule/server-fields': 'Add it; description is the name of the environment.',
  'rule/operation-id':
    'Begin with a verb, as in listCountries. If the verb is new, add it to the rule in redocly.yaml.',
  'rule/operator-operation-id':
    'Begin with a verb that redocly.yaml lists for it, as in listPartners or createKey.',
  'rule/response-fields': 'Add it; every response carries the rate-limit headers.',
  'rule/header-fields': 'Add it; required says whether every such response has the header.',
  'rule/security-scheme-description': 'Write description: with how the credential is sent.',
  'rule/channel-fields': 'Add it; readers of the document see little else of a channel.',
  'rule/send-operation-fields': 'Add it; readers of the document see little else of an operation.',
  'rule/message-fields': 'Add it; summary and examples are what a reader looks at first.',
}

/** What to write where the structure is wrong; `written` is the value as the file has it. */
export function structFix(message: string, written: string | undefined): string {
  if (/must be present/.test(message)) return 'Add it under the node that the message names.'
  const [, expected, received] = /Expected type (\w+).* but got (\w+)/.exec(message) ?? []
  if (expected === undefined) return nameIt
  if (expected === 'string' && written !== undefined) return `Put it in quotes: "${written}".`
  const isYes = /^(yes|on|y)$/i.test(written ?? '')
  if (expected === 'boolean' && (isYes || /^(no|off|n)$/i.test(written ?? ''))) {
    return `Write ${isYes}; in YAML 1.2, ${written} is text.`
  }
  return `Write a value of type ${expected} instead of the ${received}.`
}

const usedBy: Readonly<Record<string, string>> = {
  responses: 'An operation has probably lost this response: add it again under its responses',
  headers: 'A response has probably lost this header: add it again under its headers',
  parameters: 'An operation has probably lost this parameter: add it again under its parameters',
  securitySchemes: 'A way to send the key has probably been lost: add it again under security',
}

/** What has probably happened if nothing refers to a component, and what to do. */
export function unusedFix(path: readonly (string | number)[]): string {
  const [, kind = '', name = ''] = path
  const lost = usedBy[kind] ?? 'What referred to it has probably been lost: add the reference again'
  return `${lost}, or delete ${name}.`
}
