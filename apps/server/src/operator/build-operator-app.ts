import {
  assertLoopback,
  type HttpLimits,
  httpLimits,
  isLoopbackHost,
} from '@partner-platform/http-edge'
import { constants } from '@partner-platform/types'
import type { FastifyInstance } from 'fastify'
import { type Clock, systemClock } from '../clock.ts'
import { addResponseCheck } from '../contract/add-response-check.ts'
import type { Refusal } from '../contract/refusal.ts'
import type { LocalRules } from '../deliver/guard/find-url-problem.ts'
import { createApp } from '../http/create-app.ts'
import { collectUndeclared, type ListeningApp, toListeningApp } from '../http/to-listening-app.ts'
import { type Logger, silentLogger } from '../log.ts'
import { type Random, systemRandom } from '../random.ts'
import type { ServerDatabase } from '../store/open-store.ts'
import { addTokenGuard } from './add-token-guard.ts'
import { bindOperations } from './bind-operations.ts'
import { codeByStatus } from './errors.ts'
import { renderOperatorError } from './render-error.ts'
import { sendError } from './send-error.ts'
import { operatorSurface, providedHeaders } from './surface.ts'

export type OperatorOptions = {
  database: ServerDatabase
  /** What every call must carry as a bearer token: at least 32 characters of visible ASCII. */
  token: string
  /** What callback URLs may be beyond the rules of the contract. @default nothing */
  localRules?: LocalRules
  /** Adds routes that need no token, such as those of health. @default none */
  addRoutes?: (app: FastifyInstance) => void
  /** Compare every response with the document; an undeclared one becomes 500. @default false */
  checkResponses?: boolean
  /** @default the system's clocks */
  clock?: Clock
  /** @default the system's cryptographic generator */
  random?: Random
  /** @default silent */
  logger?: Logger
  /** Bounds of the HTTP server that differ from the defaults. */
  limits?: Partial<HttpLimits>
}

/**
 * The operator surface, ready to listen, on a loopback host only. Throws a `TypeError` for options that
 * cannot work.
 * @see specs/operator.yaml
 */
export function buildOperatorApp(options: OperatorOptions): ListeningApp {
  const { database, clock = systemClock, random = systemRandom, logger = silentLogger } = options
  const limits = { ...httpLimits, ...options.limits }
  const undeclared = collectUndeclared(logger)
  const app = createApp({
    ...{ random, logger, limits },
    renderError: (status, requestId) => renderOperatorError(codeByStatus[status], { requestId }),
  })
  // Another site may have pointed its name at this machine.
  app.addHook('onRequest', async ({ hostname }, reply) => {
    if (!isLoopbackHost(hostname)) return sendError(reply, 'misdirected_request')
  })
  addTokenGuard(app, options.token)
  if (options.checkResponses) {
    addResponseCheck(app, {
      responseParsers: operatorSurface.responseParsers,
      onUndeclared: undeclared.add,
      renderError: (_error, requestId) => renderOperatorError('internal_error', { requestId }),
    })
  }
  bindOperations(app, {
    ...{ database, clock, random, localRules: options.localRules },
    contract: {
      provided: providedHeaders,
      parameters: 'strict',
      bodyLimitBytes: constants.bodyLimitBytes,
      renderError: ({ status, issues }: Refusal, requestId) =>
        renderOperatorError(codeByStatus[status], { requestId, issues }),
    },
  })
  options.addRoutes?.(app)
  const listening = toListeningApp(app, { undeclared, closeGraceMs: limits.closeGraceMs })
  return {
    ...listening,
    listen(address) {
      assertLoopback(address.host, 'operator surface')
      return listening.listen(address)
    },
  }
}
