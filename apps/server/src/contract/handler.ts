import type { FastifyRequest } from 'fastify'
import type { Operation, RequiredHeader, ResponseShape, SchemaType } from './operation.ts'
import type { Serialized } from './serialized.ts'

type BodyPart<Response extends ResponseShape> = Response['body'] extends { schema: infer Name }
  ? { body: SchemaType<Name> | Serialized<SchemaType<Name>> }
  : { body?: never }

type HeaderValues<Response extends ResponseShape, Names extends keyof Response['headers']> = {
  [Name in Names]: SchemaType<Response['headers'][Name]['schema']>
}

type HeadersPart<Response extends ResponseShape, Provided extends string> = [
  Exclude<RequiredHeader<Response>, Provided>,
] extends [never]
  ? { headers?: Partial<HeaderValues<Response, keyof Response['headers']>> }
  : { headers: HeaderValues<Response, Exclude<RequiredHeader<Response>, Provided>> }

/**
 * What a handler may return: a documented status with its body and with each required header, except
 * those that the server itself puts on every response (`Provided`).
 */
export type Answer<Op extends Operation, Provided extends string = never> = {
  [Status in keyof Op['responses'] & number]: { status: Status } & BodyPart<
    Op['responses'][Status]
  > &
    HeadersPart<Op['responses'][Status], Provided>
}[keyof Op['responses'] & number]

export type Handler<Op extends Operation, Provided extends string = never> = (
  request: FastifyRequest,
) => Answer<Op, Provided> | Promise<Answer<Op, Provided>>
