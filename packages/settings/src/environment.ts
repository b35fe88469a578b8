import { servers } from '@partner-platform/types'

/** One of the environments of the contract; keys, origins and callback URLs belong to exactly one. */
export type Environment = keyof typeof servers

export const environments = Object.keys(servers) as Environment[]
