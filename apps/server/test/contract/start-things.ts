import { createStrictHttpServer, type HttpLimits, httpLimits } from '@partner-platform/http-edge'
import Fastify, { type FastifyRequest } from 'fastify'
import { onTestFinished } from 'vitest'
import {
  addResponseCheck,
  type UndeclaredResponseError,
} from '../../src/contract/check-response.ts'
import { createContract } from '../../src/contract/create-contract.ts'
import { thing, things } from './things-surface.ts'

export const bodyLimitBytes = 1_000

/** Errors in a special format, so that a test sees which part rendered them. */
const render = (error: object) => ({
  headers: { 'content-type': 'application/problem+json' },
  body: Buffer.from(JSON.stringify(error)),
})

type Given = {
  parameters?: 'strict' | 'tolerant'
  limits?: Partial<HttpLimits>
  checksResponses?: boolean
  /** Runs before a request is read, like a lookup of keys. */
  onRequest?: (request: FastifyRequest) => Promise<void>
}

/** An app that serves the things and records the inputs of its handlers. */
export function createThings({
  parameters = 'strict',
  limits = {},
  checksResponses = false,
  onRequest = async () => {},
}: Given = {}) {
  const given: Record<string, unknown>[] = []
  const undeclared: UndeclaredResponseError[] = []
  const failures: unknown[] = []
  const app = Fastify({
    serverFactory: (listener) =>
      createStrictHttpServer(listener, {
        limits: { ...httpLimits, ...limits },
        renderError: (status) => render({ status, by: 'server' }),
      }),
    clientErrorHandler: () => {},
    return503OnClosing: false,
  })
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', onRequest)
  app.setErrorHandler((error, _request, reply) => {
    failures.push(error)
    return reply.code(500).send('')
  })
  const renderError = (status: number, _id: string, issues: readonly unknown[] = []) => ({
    status,
    ...render({ status, issues }),
  })
  if (checksResponses) {
    const onUndeclared = (error: UndeclaredResponseError) => undeclared.push(error)
    addResponseCheck(app, { responseParsers: things.responseParsers, onUndeclared, renderError })
  }
  const answerWith =
    <const Answer>(answer: Answer) =>
    ({ request: _, ...values }: { request: FastifyRequest }) => {
      given.push(values)
      return answer
    }
  const { listThings, createThing, updateThing, revokeThing } = things.operations
  createContract(things, { parameters, bodyLimitBytes, renderError })
    .route(listThings, answerWith({ status: 200, body: thing }))
    .route(createThing, answerWith({ status: 201, body: thing }))
    .route(updateThing, answerWith({ status: 204 }))
    .route(revokeThing, answerWith({ status: 200, body: thing }))
    .register(app)
  return { app, given, undeclared, failures }
}

/** The same app on a free port until the test ends. */
export async function startThings(from: Given = {}) {
  const made = createThings(from)
  const url = await made.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    made.app.server.closeAllConnections()
    return made.app.close()
  })
  return { ...made, url }
}
