import { servers } from './generated/index.ts'

/** An environment: keys, origins and callback URLs belong to exactly one. @see specs/openapi.yaml#/servers */
export type Environment = keyof typeof servers

/** Every environment, sorted by name. */
export const environments = Object.keys(servers) as Environment[]
