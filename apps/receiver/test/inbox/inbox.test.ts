import { describe } from 'vitest'
import { useStore } from '../use-store.ts'
import { testInbox } from './suite/inbox.ts'

describe('the inbox, embedded', () => testInbox(useStore('embedded')))
