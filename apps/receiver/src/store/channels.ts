/** What processes on one store tell each other; a message is sent when its transaction commits. */
export const channels = {
  /** An event waits for its handler. */
  jobs: 'receiver_jobs',
  /** Something arrived, or was handled. */
  changes: 'receiver_changes',
} as const
