// In one file, so that all of them share one browser.
import './embedding/embedding.ts'
import './site/every-page.ts'
import './site/reading.ts'
