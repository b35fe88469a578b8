// For the servers of this workspace, which read bodies as a receiver does. Not published, no API.

export { isAnswered } from './is-answered.ts'
export { parseJson } from './parse-json.ts'
export { discardRest, readNodeBody } from './read-node-body.ts'
