import type { TestStore } from '../../use-store.ts'
import { testAccept } from './accept.ts'
import { testEvents } from './events.ts'
import { testForgetting } from './forgetting.ts'
import { testQuarantine } from './quarantine.ts'
import { testView } from './view.ts'

export function testInbox(store: TestStore) {
  testEvents(store)
  testForgetting(store)
  testQuarantine(store)
  testAccept(store)
  testView(store)
}
