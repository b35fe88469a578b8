import { describeAnswer } from '../http/answer.ts'
import type { Sent } from './run.ts'

/** The different answers to all that was sent, in the order in which they came. */
export const describeSent = (sent: readonly Sent[]) =>
  [...new Set(sent.map(({ answer }) => describeAnswer(answer).replace(/ in \d+ ms/, '')))].join(
    ', ',
  )
