import { createStrictHttpServer, type HttpLimits, httpLimits } from '@partner-platform/http-edge'
import Fastify, { type FastifyRequest } from 'fastify'
import { onTestFinished } from 'vitest'
import {
  addResponseCheck,
  type UndeclaredResponseError,
} from '../../src/contract/check-response.ts'
import { createContract } from '../../src/contract/create-contract.ts'
import type { Handler } from '../../src/contract/handler.ts'
import { thing, things } from './things-surface.ts'

type Things = typeof things
type Handlers = { [Id in keyof Things['operations']]: Handler<Things, Id> }

export const bodyLimitBytes = 1_000

/** Errors in a special format, so that a test sees which part rendered them. */
const render = (error: object) => ({
  headers: { 'content-type': 'application/problem+json' },
  body: Buffer.from(JSON.stringify(error)),
})

type Given = {
  parameters?: 'strict' | 'tolerant'
  handlers?: Partial<Handlers>
  limits?: Partial<HttpLimits>
  checksResponses?: boolean
  /** Runs before a request is read, like a lookup of keys. */
  onRequest?: (request: FastifyRequest) => Promise<void>
}

/** An app that serves the things and records the inputs of its handlers. */
export function createThings({
  parameters = 'strict',
  handlers = {},
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
  const answer = <Id extends keyof Handlers>(id: Id, otherwise: Handlers[Id]) =>
    (({ request, ...values }) => {
      given.push(values)
      return (handlers[id] ?? otherwise)({ request, ...values } as never)
    }) as Handlers[Id]
  const { listThings, createThing, updateThing, revokeThing } = things.operations
  const found = () => ({ status: 200, body: thing }) as const
  createContract(things, { parameters, bodyLimitBytes, renderError })
    .route(listThings, answer('listThings', found))
    .route(
      createThing,
      answer('createThing', ({ body }) => ({ status: 201, body })),
    )
    .route(
      updateThing,
      answer('updateThing', () => ({ status: 204 })),
    )
    .route(revokeThing, answer('revokeThing', found))
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
