// What the build of @backstage/cli gives to packages that were written for Node.
export { Buffer } from 'node:buffer'
export * as process from 'node:process'
