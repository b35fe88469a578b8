import type { TestStore } from '../../use-store.ts'
import { testEvents } from './events.ts'
import { testForgetting } from './forgetting.ts'
import { testQuarantine } from './quarantine.ts'
import { testView } from './view.ts'

export function testInbox(store: TestStore) {
  testEvents(store)
  testForgetting(store)
  testQuarantine(store)
  testView(store)
}
