import type { FastifyRequest } from 'fastify'
import type { Serialized } from './serialized.ts'
import type {
  NamedParsers,
  OperationId,
  RequestParsers,
  RequiredNames,
  ResponseParsers,
  Surface,
  ValueOf,
} from './surface.ts'

type Values<Named extends NamedParsers> = {
  readonly [Name in RequiredNames<Named>]: ValueOf<Named[Name]>
} & {
  readonly [Name in Exclude<keyof Named, RequiredNames<Named>>]?: ValueOf<Named[Name]>
}

type BodyValue<Body extends RequestParsers['body']> = Body extends null
  ? undefined
  : ValueOf<NonNullable<Body>> | (NonNullable<Body>['required'] extends true ? never : undefined)

/** The validated request, typed by the document. */
export type Input<S extends Surface, Id extends OperationId<S>> = {
  params: Values<S['requestParsers'][Id]['parameters']['path']>
  query: Values<S['requestParsers'][Id]['parameters']['query']>
  /** Names are spelled as in the document. */
  headers: Values<S['requestParsers'][Id]['parameters']['header']>
  /** `undefined` if the operation takes no body, or an optional body is missing. */
  body: BodyValue<S['requestParsers'][Id]['body']>
  request: FastifyRequest
}

type Documented = ResponseParsers[string]

type BodyPart<R extends Documented> = R['body'] extends null
  ? { body?: never }
  : { body: ValueOf<NonNullable<R['body']>> | Serialized<ValueOf<NonNullable<R['body']>>> }

type HeaderValues<R extends Documented, Names extends keyof R['headers']> = {
  [Name in Names]: ValueOf<R['headers'][Name]>
}

type HeadersPart<R extends Documented, Provided extends string> = [
  Exclude<RequiredNames<R['headers']>, Provided>,
] extends [never]
  ? { headers?: Partial<HeaderValues<R, keyof R['headers']>> }
  : { headers: HeaderValues<R, Exclude<RequiredNames<R['headers']>, Provided>> }

type Answers<Responses extends ResponseParsers, Provided extends string> = {
  [Status in keyof Responses & number]: { status: Status } & BodyPart<Responses[Status]> &
    HeadersPart<Responses[Status], Provided>
}[keyof Responses & number]

/**
 * A documented status with its body and required headers, except the headers that the server itself adds
 * to every response (`Provided`).
 */
export type Answer<
  S extends Surface,
  Id extends OperationId<S>,
  Provided extends string = never,
> = Answers<S['responseParsers'][Id], Provided>

export type Handler<
  S extends Surface,
  Id extends OperationId<S>,
  Provided extends string = never,
> = (input: Input<S, Id>) => Answer<S, Id, Provided> | Promise<Answer<S, Id, Provided>>
