// The least that Node can do: the same head and the same bytes, whatever is asked.
import { createServer } from 'node:http'
import { readReferenceAnswer } from '../reference-answer.ts'
import { listen } from '../report-listening.ts'

const { headers, body } = readReferenceAnswer()
const head = headers.flat()
const bytes = Buffer.from(body)

listen(
  createServer((_request, response) => {
    response.writeHead(200, head)
    response.end(bytes)
  }),
)
