// Prism as its command line sets it up, without a log: a static mock that gives the document's example,
// which is the same list here.
import { readFileSync } from 'node:fs'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { parse } from 'yaml'
import { readReferenceAnswer } from '../reference-answer.ts'
import { reportListening } from '../report-listening.ts'

const { path, body } = readReferenceAnswer()
const specs = new URL('../../../../specs/', import.meta.url)
const document = parse(readFileSync(new URL('openapi.yaml', specs), 'utf8'))
const success = document.paths[path].get.responses['200'].content['application/json']
success.examples = { countries: { value: JSON.parse(body) } }

const silent = () => {}
const levels = ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal']
const logger = Object.fromEntries(levels.map((level) => [level, silent]))
// It resolves references of a document without a path from here.
process.chdir(specs.pathname)
const operations = await getHttpOperationsFromSpec(document)
const server = createServer(operations, {
  cors: true,
  config: {
    isProxy: false,
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  },
  components: { logger: { ...logger, child: () => logger } as never },
})
reportListening(await server.listen(0, '127.0.0.1'))
