import { testContract } from './suite/contract.ts'

// The first row of each rule; `check` sends all rows.
testContract((rows) => [...new Map(rows.toReversed().map((row) => [row.rule, row])).values()])
