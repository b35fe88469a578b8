// In one file, because they share one browser.
import './suite/accessibility.ts'
import './suite/entry.ts'
import './suite/hostile.ts'
import './suite/keyboard.ts'
import './suite/list.ts'
import './suite/looks.ts'
