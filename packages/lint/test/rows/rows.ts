import { documentRows } from './document.ts'
import { exampleRows } from './example.ts'
import { ledgerRows } from './ledger.ts'
import { schemaRows } from './schema.ts'
import { toolRows } from './tool.ts'

/** Every broken contract of the tests, by the check that must find it. */
export const rows = { ...documentRows, ...schemaRows, ...exampleRows, ...ledgerRows, ...toolRows }
