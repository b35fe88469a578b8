/** Why an answer is none of the contract's, by code; each with what to do about it. */
export const protocolErrors = {
  redirect: 'Redirects are never followed, for the key would go along. Correct baseUrl',
  'html-body': 'A proxy or login page may have answered. Check baseUrl and the network',
  'wrong-content-type': 'Something other than the service may have answered. Check baseUrl',
  'empty-body': 'The answer lost its body. Try again, then report it',
  'invalid-json': 'The answer is cut short or damaged. Try again, then report it',
  'off-schema': 'See issues. Update this package, or report it',
  'body-too-large': 'Raise bodyLimitBytes if that much is expected',
} as const

/** Every code of a `'protocol-error'` result. */
export type ProtocolErrorCode = keyof typeof protocolErrors
