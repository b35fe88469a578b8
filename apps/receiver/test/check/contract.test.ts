import { testContract } from '../suite/contract.ts'

testContract((rows) => [...rows])
