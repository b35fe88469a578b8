import { testContract } from './suite/contract.ts'

// The first row of each rule; `check` sends them all.
testContract((rows) => [...new Map(rows.toReversed().map((row) => [row.rule, row])).values()])
