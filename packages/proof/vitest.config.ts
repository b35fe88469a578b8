export { default } from '@partner-platform/contract-kit/vitest'
