export {
  createStrictHttpServer,
  headerLines,
  type ProtocolErrorStatus,
} from './create-strict-http-server.ts'
export { type HttpLimits, httpLimits } from './http-limits.ts'
export { assertLoopback, isLoopbackHost } from './loopback.ts'
export { createProxyList, proxies } from './proxies.ts'
export { readBody } from './read-body.ts'
