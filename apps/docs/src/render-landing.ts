import type { ReferencePage } from './documents.ts'

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem; }
  h1 { line-height: 1.15; margin-bottom: .5rem; }
  ul { list-style: none; padding: 0; display: grid; gap: 1rem; }
  li { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .6rem; padding: 1rem 1.25rem; }
  li h2 { font-size: 1.1rem; margin: 0; }
  li p { margin: .25rem 0; }
`

/** The first page: what there is to read, and the bundle of each document to download. */
export function renderLanding(pages: ReferencePage[]): string {
  const items = pages.map(
    ({ id, title, summary }) => `
      <li>
        <h2><a href="reference/${id}.html">${title}</a></h2>
        <p>${summary}</p>
        <p><a href="${id}.json" download>${id}.json</a></p>
      </li>`,
  )
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
    <link rel="icon" href="data:,">
    <title>Partner Platform Contract</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>Partner Platform Contract</h1>
      <p>The interface between the visa-application service and its partners. Both documents below are
        rendered from the contract itself, and neither page needs a network.</p>
      <ul>${items.join('')}
      </ul>
    </main>
  </body>
</html>
`
}
