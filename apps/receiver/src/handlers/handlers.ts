import type { EventHandlers } from '../handle/by-event.ts'
import { handleSubmissionUpdated } from './handle-submission-updated.ts'

/** What this partner does with each event of the contract. */
export const handlers: EventHandlers = { submissionUpdated: handleSubmissionUpdated }
