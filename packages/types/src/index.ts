export { type Environment, environments } from './environment.ts'
export * from './generated/index.ts'
