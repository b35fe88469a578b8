import { BundleError, buildBundles, bundlesFolder, specsFolder } from './index.ts'

try {
  await buildBundles({ specs: specsFolder, outDir: bundlesFolder })
  console.log('specs: bundled into specs/dist.')
} catch (error) {
  if (!(error instanceof BundleError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
