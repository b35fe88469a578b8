import type { EventHandlers } from '../handle/by-event.ts'

/** Does nothing: that a submission changed is kept in the inbox. Your own work goes here. */
export const handleSubmissionUpdated: EventHandlers['submissionUpdated'] = () => {}
