import { createStrictHttpServer, type HttpLimits, httpLimits } from '@partner-platform/http-edge'
import Fastify, { type FastifyRequest } from 'fastify'
import { onTestFinished } from 'vitest'
import { addResponseCheck } from '../../src/contract/add-response-check.ts'
import type { UndeclaredResponseError } from '../../src/contract/check-response.ts'
import { type ContractOptions, createContract } from '../../src/contract/create-contract.ts'
import type { Handler } from '../../src/contract/handler.ts'
import { thing, things } from './things-surface.ts'

type Things = typeof things
type Handlers = { [Id in keyof Things['operations']]: Handler<Things, Id> }

export const bodyLimitBytes = 1_000

/** Errors in a form of their own, so that a test sees who rendered them. */
const render = (error: object) => ({
  headers: { 'content-type': 'application/problem+json' },
  body: Buffer.from(JSON.stringify(error)),
})

/** An app that serves the things and keeps what its handlers were given. */
export function createThings({
  options = {},
  handlers = {},
  limits = {},
  checksResponses = false,
  onRequest = async () => {},
}: {
  options?: ContractOptions
  handlers?: Partial<Handlers>
  limits?: Partial<HttpLimits>
  checksResponses?: boolean
  /** What the app does before a request is read, as a look-up of keys would. */
  onRequest?: (request: FastifyRequest) => Promise<void>
} = {}) {
  const given: Record<string, unknown>[] = []
  const undeclared: UndeclaredResponseError[] = []
  const keep = (input: object) => {
    const { request: _, ...values } = input as Record<string, unknown>
    given.push(values)
  }
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
  const failures: unknown[] = []
  app.setErrorHandler((error, _request, reply) => {
    failures.push(error)
    return reply.code(500).send('')
  })
  const renderError = (error: { status: number }) => ({ status: error.status, ...render(error) })
  if (checksResponses) {
    const onUndeclared = (error: UndeclaredResponseError) => undeclared.push(error)
    addResponseCheck(app, {
      responseParsers: things.responseParsers,
      onUndeclared,
      renderError,
    })
  }
  const { listThings, createThing, updateThing, revokeThing } = things.operations
  const contract = createContract(things, {
    ...{ parameters: 'strict', bodyLimitBytes, renderError },
    ...options,
  })
  const answer = <Id extends keyof Handlers>(id: Id, otherwise: Handlers[Id]) =>
    ((input) => {
      keep(input)
      return (handlers[id] ?? otherwise)(input)
    }) as Handlers[Id]
  contract
    .route(
      listThings,
      answer('listThings', () => ({ status: 200, body: thing })),
    )
    .route(
      createThing,
      answer('createThing', ({ body }) => ({ status: 201, body })),
    )
    .route(
      updateThing,
      answer('updateThing', () => ({ status: 204 })),
    )
    .route(
      revokeThing,
      answer('revokeThing', () => ({ status: 200, body: thing })),
    )
    .register(app)
  return { app, given, undeclared, failures }
}

/** The same on a free port, until the test ends. */
export async function startThings(from: Parameters<typeof createThings>[0] = {}) {
  const made = createThings(from)
  const url = await made.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    made.app.server.closeAllConnections()
    return made.app.close()
  })
  return { ...made, url }
}
