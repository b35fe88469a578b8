/** What to do about an answer that breaks the contract, by code. */
export const protocolErrors = {
  redirect:
    'The client never follows redirects, because they would receive the key: correct baseUrl',
  'html-body': 'Look for a proxy or login page, and check baseUrl',
  'wrong-content-type': 'Check that baseUrl is the address of the service',
  'empty-body': 'Try again; if it happens again, report it',
  'invalid-json':
    'The body may be cut short or damaged: try again, and report it if it happens again',
  'off-schema': 'See issues. Update this package, or report the problem',
  'body-too-large': 'Raise bodyLimitBytes if you expect bodies that large',
} as const

/** Every code of a `'protocol-error'` result. */
export type ProtocolErrorCode = keyof typeof protocolErrors
