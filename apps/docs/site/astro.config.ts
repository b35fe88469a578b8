import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

/** The build copies this folder, writes the pages and `sidebar.json` into the copy, and builds there. */
const sidebar = JSON.parse(readFileSync(new URL('./sidebar.json', import.meta.url), 'utf8'))

/**
 * The search takes the address of the site from the build, but only the browser knows it: it is the folder
 * above that of the script.
 */
const addressOfSite = {
  name: 'address-of-site',
  enforce: 'pre',
  transform: (code: string, id: string) =>
    id.includes('/Search.astro')
      ? code.replaceAll(
          'import.meta.env.BASE_URL',
          String.raw`new URL(import.meta.url).pathname.replace(/_astro\/[^/]*$/, '')`,
        )
      : undefined,
} as const

/** Controls that do nothing without scripts. */
const deadControls = 'site-search, starlight-theme-select, .right-group, .expressive-code .copy'

/** Starlight is dark until its script runs. With this, it follows the system's theme without scripts. */
const themeOfSystem = {
  name: 'theme-of-system',
  enforce: 'pre',
  transform(code: string, id: string) {
    if (id.includes('/components/Page.astro'))
      return code.replace(/(['"])data-theme\1: \1dark\1/, '')
    if (!id.includes('/style/props.css')) return undefined
    return code.replace(
      /:root\[data-theme='light'\][^{]*(\{[^}]*\})/,
      (light, colours) =>
        `${light}\n@media (prefers-color-scheme: light) { :root:not([data-theme]) ${colours} }`,
    )
  },
} as const

export default defineConfig({
  trailingSlash: 'always',
  build: { format: 'directory' },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: { plugins: [addressOfSite, themeOfSystem] },
  integrations: [
    starlight({
      title: 'Partner Platform Contract',
      description: 'The interface between a visa-application service and its partners.',
      favicon: '/favicon.svg',
      customCss: ['./src/styles/site.css', './src/styles/reference.css'],
      components: { Sidebar: './src/components/Sidebar.astro' },
      sidebar,
      routeMiddleware: './src/route-data.ts',
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      // Titles weigh less than the text, so that guides come before decisions.
      pagefind: { ranking: { metaWeights: { title: 0.1 } } },
      pagination: true,
      credits: false,
      head: [{ tag: 'noscript', content: `<style>${deadControls} { display: none }</style>` }],
    }),
  ],
})
