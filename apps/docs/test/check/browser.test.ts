// In one file, as the browser is one for all of them.
import './embedding/embedding.ts'
import './site/every-page.ts'
import './site/keyboard.ts'
import './site/not-found.ts'
import './site/redoc.ts'
import './site/scriptless.ts'
import './site/search.ts'
import './site/themes.ts'
