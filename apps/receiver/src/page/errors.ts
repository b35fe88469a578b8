import { webhookErrors } from '@partner-platform/webhooks'
import type { Acceptance } from '../inbox/inbox-view.ts'

type RemainingCause = Extract<Acceptance, { outcome: 'refused' }>

type ErrorRow = { status: number; message: string }

/** Every answer of the inbox page that is an error. */
export const pageErrors = {
  'malformed-request': { status: 400, message: 'The request is malformed.' },
  'malformed-query': {
    status: 400,
    message:
      'The query is malformed. Use state, search, before and limit, each at most once and within its limits.',
  },
  'malformed-body': {
    status: 400,
    message: 'The body is malformed. Send {} or {"allowOld": true}.',
  },
  'foreign-origin': {
    status: 403,
    message: 'The request comes from another site. Open the inbox itself.',
  },
  'not-found': { status: 404, message: 'Not found, or no longer here.' },
  'wrong-method': {
    status: 405,
    message: 'This method is not allowed. The Allow header lists the methods.',
  },
  'not-replayable': {
    status: 409,
    message: 'Only an event that was handled or set aside can be replayed. Check its state.',
  },
  'not-quarantined': {
    status: 409,
    message: 'Only an entry in quarantine can be accepted. Check its state.',
  },
  'not-verified': {
    status: 409,
    message:
      'The signature of this entry was not verified, so it can never be accepted. Ask the service to send it again.',
  },
  'too-old': {
    status: 409,
    message:
      'The timestamp is too old, so this may be a replay by a third party. Ask the service, then send {"allowOld": true} to accept it anyway.',
  },
  'wrong-content-type': { status: 415, message: 'The content type must be application/json.' },
  'foreign-host': {
    status: 421,
    message: 'The host is not a name of this machine. Open the inbox at localhost.',
  },
  'cause-remains': { status: 422, message: 'The entry stays in quarantine: the cause remains.' },
  unexpected: { status: 500, message: 'The inbox failed. See its log.' },
  'inbox-unavailable': {
    status: 503,
    message: 'The store of the inbox is unavailable. Try again later.',
  },
  'too-many-viewers': { status: 503, message: 'Too many pages are watching the inbox. Close one.' },
} as const satisfies Record<string, ErrorRow>

export type PageErrorCode = keyof typeof pageErrors

/** The body of an error. */
export const renderPageError = (code: PageErrorCode) => ({
  code,
  message: pageErrors[code].message,
})

/** Why an entry still cannot be accepted, as a code of `webhookErrors` and in words. */
export const renderRemainingCause = ({ code, issues }: RemainingCause) => ({
  code: 'cause-remains' satisfies PageErrorCode,
  message: `${pageErrors['cause-remains'].message} ${webhookErrors[code].means}`,
  reason: code,
  issues,
})
