import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

/** The build copies this folder, writes the pages and `sidebar.json` into the copy, and builds there. */
const sidebar = JSON.parse(readFileSync(new URL('./sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  trailingSlash: 'always',
  build: { format: 'directory' },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Partner Platform Contract',
      description: 'The interface between a visa-application service and its partners.',
      favicon: '/favicon.svg',
      customCss: ['./src/styles/site.css', './src/styles/reference.css'],
      expressiveCode: { defaultProps: { wrap: true } },
      sidebar,
      routeMiddleware: './src/route-data.ts',
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      pagination: true,
      credits: false,
    }),
  ],
})
