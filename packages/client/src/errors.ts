/** What to do about an answer that breaks the contract, by code. */
export const protocolErrors = {
  redirect: 'The client never follows one, because the key would be sent along: correct baseUrl',
  'html-body': 'Look for a proxy or login page, and check baseUrl',
  'wrong-content-type': 'Check that baseUrl is the address of the service',
  'empty-body': 'Try again, then report it',
  'invalid-json': 'It may be cut short or damaged: try again, then report it',
  'off-schema': 'See issues. Update this package, or report it',
  'body-too-large': 'Raise bodyLimitBytes if you expect bodies that large',
} as const

/** Every code of a `'protocol-error'` result. */
export type ProtocolErrorCode = keyof typeof protocolErrors
