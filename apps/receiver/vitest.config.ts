export { default } from '@partner-platform/harness/vitest'
