import { join } from 'node:path'

export { buildBundles } from './build-bundles.ts'
export { documents, type SourceDocument } from './documents.ts'
export { BundleError } from './errors.ts'
export { addPolicy, type Policy } from './redoc/content-policy.ts'
export { detachPage } from './redoc/detach-page.ts'
export { renderRedoc } from './redoc/render-redoc.ts'
export type { Manifest, ManifestFile } from './to-manifest.ts'
export { addWebhooks } from './webhooks/add-webhooks.ts'

/** The folder of this package. */
export const specsFolder = join(import.meta.dirname, '..')

/** Where `build` puts the bundles of this package. */
export const bundlesFolder = join(specsFolder, 'dist')
