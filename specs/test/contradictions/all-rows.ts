import { accessRows } from './access-rows.ts'
import { constantRows } from './constant-rows.ts'
import { ledgerRows } from './ledger-rows.ts'
import { operationRows } from './operation-rows.ts'
import { payloadRows } from './payload-rows.ts'
import type { Row } from './row.ts'
import { webhookRows } from './webhook-rows.ts'

/** Every way in which the tests let the contract depart from the source or from a decision. */
export const contradictions: Row[] = [
  ...accessRows,
  ...operationRows,
  ...webhookRows,
  ...payloadRows,
  ...constantRows,
  ...ledgerRows,
]
