import type { SubmissionUpdated } from '@partner-platform/types'

/** What makes two events two: the moment, and the submission. */
export type Identity = { timestamp: string; uuid: string }

/**
 * The text of an event as one that happens now to a submission of its own; all else stays as it is
 * written, where the two can be found in the text.
 */
export function freshen(text: string, { timestamp, uuid }: Identity): string {
  const event: SubmissionUpdated = JSON.parse(text)
  const replaced = text
    .replace(JSON.stringify(event.timestamp), () => JSON.stringify(timestamp))
    .replace(JSON.stringify(event.submission.uuid), () => JSON.stringify(uuid))
  const now: SubmissionUpdated = JSON.parse(replaced)
  if (now.timestamp === timestamp && now.submission.uuid === uuid) return replaced
  return JSON.stringify({ ...event, timestamp, submission: { ...event.submission, uuid } })
}
