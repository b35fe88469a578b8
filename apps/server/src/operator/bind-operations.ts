import type { FastifyInstance } from 'fastify'
import { type ContractOptions, createContract } from '../contract/create-contract.ts'
import { operations } from '../generated/index.ts'
import { type AnswersOptions, createAnswers } from './answers.ts'
import { listSupportedCountries, replaceCountrySupport } from './countries.ts'
import * as deliveries from './deliveries.ts'
import * as endpoints from './endpoints.ts'
import { listEnvironments } from './environments.ts'
import * as keys from './keys.ts'
import * as origins from './origins.ts'
import * as partners from './partners.ts'
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
    .route(operations.getPartner, read(partners.getPartner))
    .route(operations.listEnvironments, read(listEnvironments))
    .route(operations.listKeys, read(keys.listKeys))
    .route(operations.createKey, writeSecret(keys.createKey))
    .route(operations.rotateKey, writeSecret(keys.rotateKey))
    .route(operations.revokeKey, write(keys.revokeKey))
    .route(operations.listOrigins, read(origins.listOrigins))
    .route(operations.createOrigin, write(origins.createOrigin))
    .route(operations.deleteOrigin, write(origins.deleteOrigin))
    .route(operations.listEndpoints, read(endpoints.listEndpoints))
    .route(operations.createEndpoint, writeSecret(endpoints.createEndpoint))
    .route(operations.getEndpoint, read(endpoints.getEndpoint))
    .route(operations.updateEndpoint, write(endpoints.updateEndpoint))
    .route(operations.rotateEndpointSecret, writeSecret(endpoints.rotateEndpointSecret))
    .route(operations.enableEndpoint, write(endpoints.enableEndpoint))
    .route(operations.disableEndpoint, write(endpoints.disableEndpoint))
    .route(operations.listSupportedCountries, read(listSupportedCountries))
    .route(operations.replaceCountrySupport, write(replaceCountrySupport))
    .route(operations.listSubmissions, read(submissions.listSubmissions))
    .route(operations.createSubmission, write(submissions.createSubmission))
    .route(operations.getSubmission, read(submissions.getSubmission))
    .route(operations.changeStatus, write(submissions.changeStatus))
    .route(operations.listDeliveries, read(deliveries.listDeliveries))
    .route(operations.getDelivery, read(deliveries.getDelivery))
    .route(operations.replayDelivery, write(deliveries.replayDelivery))
    .route(operations.replayDeliveries, write(deliveries.replayDeliveries))
    .route(operations.listDeadLetters, read(deliveries.listDeadLetters))
    .register(app)
}
