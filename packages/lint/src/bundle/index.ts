export { addWebhooks } from './add-webhooks.ts'
export { buildBundles } from './build-bundles.ts'
export { BundleError, documents } from './documents.ts'
export { addPolicy, renderRedoc } from './render-redoc.ts'
