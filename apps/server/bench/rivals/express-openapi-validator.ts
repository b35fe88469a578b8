// Express with requests and keys checked against the document; answers are not, as by default.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import express, { type Request } from 'express'
import { middleware } from 'express-openapi-validator'
import { readReferenceAnswer } from '../reference-answer.ts'
import { listen } from '../report-listening.ts'

const { path, keyHeader, headers, body } = readReferenceAnswer()
const list = JSON.parse(body)
const head = Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'content-length'))
const apiKeyHeader = (request: Request) => request.get(keyHeader[0]) === keyHeader[1]

const app = express().disable('x-powered-by')
app.use(
  middleware({
    apiSpec: fileURLToPath(new URL('../../../../specs/openapi.yaml', import.meta.url)),
    // Its check of the document takes no relative `externalValue`, which the document has.
    validateApiSpec: false,
    validateSecurity: { handlers: { apiKeyHeader, bearerAuth: () => false } },
  }),
)
app.get(path, (_request, response) => {
  response.set(head).json(list)
})
listen(createServer(app))
