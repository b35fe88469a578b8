import type { FastifyInstance } from 'fastify'
import { type ContractOptions, createContract } from '../contract/create-contract.ts'
import { operations } from '../generated/index.ts'
import { type AnswersOptions, createAnswers } from './answers.ts'
import * as deliveries from './deliveries.ts'
import * as endpoints from './endpoints.ts'
import * as keys from './keys.ts'
import * as partners from './partners.ts'
import * as settings from './settings.ts'
import * as submissions from './submissions.ts'
import { operatorSurface, type ProvidedHeader } from './surface.ts'

/** Adds every operation of the document to the app; one without a handler does not compile. */
export function bindOperations(
  app: FastifyInstance,
  { contract, ...options }: AnswersOptions & { contract: ContractOptions<ProvidedHeader> },
): void {
  const { read, write, writeSecret } = createAnswers(options)
  createContract(operatorSurface, contract)
    .route(operations.listPartners, read(partners.listPartners))
    .route(operations.createPartner, write(partners.createPartner))
    .route(operations.listKeys, read(keys.listKeys))
    .route(operations.createKey, writeSecret(keys.createKey))
    .route(operations.revokeKey, write(keys.revokeKey))
    .route(operations.listEndpoints, read(endpoints.listEndpoints))
    .route(operations.createEndpoint, writeSecret(endpoints.createEndpoint))
    .route(operations.updateEndpoint, writeSecret(endpoints.updateEndpoint))
    .route(operations.getSettings, read(settings.getSettings))
    .route(operations.updateSettings, write(settings.updateSettings))
    .route(operations.listSubmissions, read(submissions.listSubmissions))
    .route(operations.createSubmission, write(submissions.createSubmission))
    .route(operations.changeStatus, write(submissions.changeStatus))
    .route(operations.listDeliveries, read(deliveries.listDeliveries))
    .route(operations.getDelivery, read(deliveries.getDelivery))
    .route(operations.replayDeliveries, write(deliveries.replayDeliveries))
    .register(app)
}
