import { describe } from 'vitest'
import { testHandling } from '../handle/suite/handling.ts'
import { testInbox } from '../inbox/suite/inbox.ts'
import { testCrowd, testTwoCrowds } from '../suite/crowds.ts'
import { useStore } from '../use-store.ts'

// In one file, so that all of them share one server.
const store = useStore('postgres')

describe('the inbox, postgres', () => testInbox(store))
describe('handlers, postgres', () => testHandling(store))
describe('one receiver, postgres', () => testCrowd(store, 1_000))
describe('two receivers on one Postgres', () => testTwoCrowds(store))
