export { installOnDemand } from './install-on-demand.ts'
export { scaled } from './scaled.ts'
