import { servers } from '@partner-platform/types'

/** One of the environments of the contract; each has its own callback URL and secrets. */
export type Environment = keyof typeof servers

export const environments = Object.keys(servers) as Environment[]
