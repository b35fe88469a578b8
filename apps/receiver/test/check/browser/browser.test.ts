// In one file, as the browser is one for all of them.
import './suite/accessibility.ts'
import './suite/entry.ts'
import './suite/filter.ts'
import './suite/hostile.ts'
import './suite/keyboard.ts'
import './suite/live.ts'
import './suite/looks.ts'
