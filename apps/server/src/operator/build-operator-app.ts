import { createHash, timingSafeEqual } from 'node:crypto'
import { assertLoopback, headerLines, isLoopbackHost } from '@partner-platform/http-edge'
import { constants } from '@partner-platform/types'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readBearer } from '../access/read-credential.ts'
import { createContract } from '../contract/create-contract.ts'
import { configOf } from '../contract/fastify-route.ts'
import { sendError } from '../contract/refusal.ts'
import { operations } from '../generated/index.ts'
import { createApp, type ListeningApp, type SharedOptions } from '../http/create-app.ts'
import { type AnswersOptions, createAnswers, operatorSurface, providedHeaders } from './answers.ts'
import { renderOperatorError, renderStatus } from './errors.ts'
import * as handlers from './handlers.ts'

type OperatorOptions = SharedOptions &
  AnswersOptions & {
    /** The bearer token for every call: at least 32 characters of visible ASCII. */
    token: string
    /** Adds routes that need no token, such as health checks. */
    addRoutes: (app: FastifyInstance) => void
  }

/**
 * The operator surface, which listens only on loopback. Throws a `TypeError` for invalid options.
 * @see specs/operator.yaml
 */
export function buildOperatorApp(options: OperatorOptions): ListeningApp {
  const { app, listening } = createApp({
    ...options,
    renderError: renderStatus,
    surface: operatorSurface,
  })
  addTokenGuard(app, options.token)
  addOperations(app, options)
  options.addRoutes(app)
  return {
    ...listening,
    listen(address) {
      assertLoopback(address.host, 'operator surface')
      return listening.listen(address)
    },
  }
}

const shortestToken = 32

/** Rejects calls without the token, and answers methods that a path does not support. */
function addTokenGuard(app: FastifyInstance, token: string): void {
  if (token.length < shortestToken || !/^[!-~]+$/.test(token)) {
    throw new TypeError(
      `The operator token must be at least ${shortestToken} visible ASCII characters, not text of ${token.length} characters. Create one with a password generator.`,
    )
  }
  const expected = toDigest(token)
  const isOperator = (rawHeaders: readonly string[]) => {
    const [line = '', ...others] = headerLines(rawHeaders, 'authorization')
    // Digests have one length, so that the time to compare reveals nothing about the token.
    return timingSafeEqual(toDigest(readBearer(line) ?? ''), expected) && others.length === 0
  }
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const send = (code: Parameters<typeof renderOperatorError>[0]) =>
      sendError(reply, renderOperatorError(code, request.id))
    // Another site may have pointed its name at this machine (DNS rebinding).
    if (!isLoopbackHost(request.hostname)) return send('misdirected_request')
    const { operation, allow } = configOf(request)
    if (!operation && !allow) return
    if (!isOperator(request.raw.rawHeaders)) return send('unauthorized')
    if (!allow) return
    reply.header('allow', allow.join(', '))
    return request.method === 'OPTIONS' ? reply.code(204).send() : send('method_not_allowed')
  })
}

const toDigest = (text: string) => createHash('sha256').update(text).digest()

/** Adds every operation of the document. A missing handler does not compile. */
function addOperations(app: FastifyInstance, options: AnswersOptions): void {
  const { read, write, writeTogether } = createAnswers(options)
  createContract(operatorSurface, {
    provided: providedHeaders,
    parameters: 'strict',
    renderError: renderStatus,
    bodyLimitBytes: constants.bodyLimitBytes,
  })
    .route(operations.listPartners, read(handlers.listPartners))
    .route(operations.createPartner, write(handlers.createPartner))
    .route(operations.listKeys, read(handlers.listKeys))
    .route(operations.createKey, write(handlers.createKey))
    .route(operations.revokeKey, write(handlers.revokeKey))
    .route(operations.listEndpoints, read(handlers.listEndpoints))
    .route(operations.createEndpoint, write(handlers.createEndpoint))
    .route(operations.updateEndpoint, write(handlers.updateEndpoint))
    .route(operations.getSettings, read(handlers.getSettings))
    .route(operations.updateSettings, write(handlers.updateSettings))
    .route(operations.listSubmissions, read(handlers.listSubmissions))
    .route(operations.createSubmission, write(handlers.createSubmission))
    .route(operations.changeStatus, writeTogether(handlers.changeStatus))
    .route(operations.listDeliveries, read(handlers.listDeliveries))
    .route(operations.getDelivery, read(handlers.getDelivery))
    .route(operations.replayDeliveries, write(handlers.replayDeliveries))
    .register(app)
}
