export { checkReadme, type ReadmeOptions } from './check-readme.ts'
export { installOnDemand } from './install-on-demand.ts'
export { scaled } from './scaled.ts'
export { temporaryFolder, writeFiles } from './temporary-folder.ts'
