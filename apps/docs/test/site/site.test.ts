// In one file, as the browser is one for all of them.
import './suite/every-page.ts'
import './suite/keyboard.ts'
import './suite/not-found.ts'
import './suite/redoc.ts'
import './suite/scriptless.ts'
import './suite/search.ts'
import './suite/themes.ts'
