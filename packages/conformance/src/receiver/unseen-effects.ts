import { unseen, type Verdict } from '../engine/verdict.ts'
import type { Sight } from './sight.ts'

/** For what only effects could tell, where none of this run are seen. */
export const unseenEffects = (received: string, sight: Sight | undefined): Verdict =>
  unseen(
    received,
    sight
      ? 'The effects show nothing of this run: let them list what the receiver acts upon.'
      : 'A 2xx does not tell whether it was acted upon: pass effects to have it judged.',
  )
