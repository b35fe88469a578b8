// Fastify as its guide has it: a schema of the answer, from which it compiles the serialiser.
import Fastify from 'fastify'
import { readReferenceAnswer } from '../reference-answer.ts'
import { reportListening } from '../report-listening.ts'

const { path, headers, body } = readReferenceAnswer()
const list = JSON.parse(body)
const text = { type: 'string' }
const country = {
  type: 'object',
  properties: { uuid: text, name: text, isoCode: text, currency: text },
}
const answer = {
  type: 'object',
  properties: {
    status: { type: 'boolean' },
    statusCode: { type: 'integer' },
    result: { type: 'array', items: country },
  },
}
const head = Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'content-length'))

const app = Fastify()
app.get(path, { schema: { response: { 200: answer } } }, async (_request, reply) => {
  reply.headers(head)
  return list
})
reportListening(await app.listen({ host: '127.0.0.1', port: 0 }))
