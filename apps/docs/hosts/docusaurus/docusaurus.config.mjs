/** No more than a site needs. */
// biome-ignore lint/style/noDefaultExport: Docusaurus asks for it.
export default {
  title: 'Docs of a partner',
  url: 'https://docs.example.test',
  baseUrl: '/',
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/' }]],
  themes: ['@docusaurus/theme-classic'],
}
