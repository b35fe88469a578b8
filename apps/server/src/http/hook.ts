import type {
  DoneFuncWithErrOrRes,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'

/*
 * Hooks with their parameters spelled out. Where Fastify's types are to tell them, the compiler works
 * out how each generic of an app varies, which takes it longer than all else in this folder.
 */
export type Hook = (
  request: FastifyRequest,
  reply: FastifyReply,
  next: HookHandlerDoneFunction,
) => void

export type SendHook = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  next: DoneFuncWithErrOrRes,
) => void
