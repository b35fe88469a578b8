/** Each reason why a run cannot finish, and what to do about it. */
export const conformanceErrors = {
  unreachable: {
    means: 'Nothing accepts connections at the URL.',
    next: 'Start the target, and check host, port and certificate.',
  },
  'effects-failed': {
    means:
      'The `effects` function threw, took too long, or did not return a list of `{ uuid, status }`.',
    next: 'Read the cause, and correct the function or its URL.',
  },
  'limit-used-up': {
    means: 'The server answers 429 to the first call.',
    next: 'Wait until the rate-limit window of the key ends, then run the checks again.',
  },
  aborted: { means: 'The signal ended the run.', next: 'Run the checks again.' },
} as const

export type ConformanceCode = keyof typeof conformanceErrors

/** The run did not finish, so there is no report. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
  readonly code: ConformanceCode

  constructor(code: ConformanceCode, message: string, options?: { cause?: unknown }) {
    super(`${message} ${conformanceErrors[code].next}`, options)
    this.code = code
  }
}
