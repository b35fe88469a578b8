import type { Sent } from '../engine/run.ts'

/** Whether a call was answered whole, with the status. */
export const hasStatus = ({ answer }: Sent, status: number) =>
  answer.end === 'answered' && answer.status === status
