import { byteChecks } from './checks/bytes.ts'
import { duplicateChecks } from './checks/duplicates.ts'
import { eventChecks } from './checks/events.ts'
import { httpChecks } from './checks/http.ts'
import { loadChecks } from './checks/load.ts'
import { malformedChecks } from './checks/malformed.ts'
import { otherBodyChecks } from './checks/other-bodies.ts'
import { payloadChecks } from './checks/payloads.ts'
import { signatureFormChecks } from './checks/signature-forms.ts'
import { signatureChecks } from './checks/signatures.ts'
import { timeChecks } from './checks/times.ts'
import type { ReceiverCheck } from './receiver-kit.ts'

/** Every check of a receiver, in the order in which they run: the kind ones first. */
export const receiverChecks: readonly ReceiverCheck[] = [
  ...payloadChecks,
  ...eventChecks,
  ...byteChecks,
  ...duplicateChecks,
  ...timeChecks,
  ...signatureChecks,
  ...otherBodyChecks,
  ...signatureFormChecks,
  ...malformedChecks,
  ...httpChecks,
  ...loadChecks,
]
