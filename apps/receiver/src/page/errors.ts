type ErrorRow = { status: number; message: string }

/** Every answer of the inbox page that is an error. */
export const pageErrors = {
  'malformed-request': { status: 400, message: 'The request is malformed. Correct it.' },
  'malformed-query': {
    status: 400,
    message:
      'The query is malformed: expected state, search, before and limit, each once and within bounds. Correct it.',
  },
  'foreign-origin': {
    status: 403,
    message: 'The request comes from another site. Open the inbox itself.',
  },
  'not-found': { status: 404, message: 'There is nothing here any more, or there never was.' },
  'wrong-method': { status: 405, message: 'The method is not one of the header Allow.' },
  'not-replayable': {
    status: 409,
    message: 'Only an event that was handled or set aside can be replayed. Look at its state.',
  },
  'wrong-content-type': { status: 415, message: 'The content type must be application/json.' },
  'foreign-host': {
    status: 421,
    message: 'The host is no name of this machine. Open the inbox by localhost.',
  },
  unexpected: { status: 500, message: 'The inbox failed. Read its log.' },
  'inbox-unavailable': {
    status: 503,
    message: 'The store of the inbox is unavailable. Try later.',
  },
  'too-many-viewers': { status: 503, message: 'Too many pages watch the inbox. Close one.' },
} as const satisfies Record<string, ErrorRow>

export type PageErrorCode = keyof typeof pageErrors

/** The body of an error. */
export const renderPageError = (code: PageErrorCode) => ({
  code,
  message: pageErrors[code].message,
})
