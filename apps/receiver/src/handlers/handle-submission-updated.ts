import type { EventHandlers } from '../handle/by-event.ts'

/** Does nothing: the inbox already stores the event. Put your own work here. */
export const handleSubmissionUpdated: EventHandlers['submissionUpdated'] = () => {}
