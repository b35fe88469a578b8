import { storeKinds } from '@partner-platform/database/testing'
import { describe } from 'vitest'
import { useStore } from '../use-store.ts'
import { testEvents } from './suite/events.ts'
import { testQuarantine } from './suite/quarantine.ts'
import { testView } from './suite/view.ts'

describe.each(storeKinds)('the inbox, %s', (kind) => {
  const store = useStore(kind)
  testEvents(store)
  testQuarantine(store)
  testView(store)
})
