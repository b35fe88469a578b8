import { color, defineCommand, file, repeated } from '../command.ts'

export const pageCommand = defineCommand({
  name: 'page',
  says: 'Make a Redoc page with your own document, base URLs, name, colours and logo.',
  details: [
    'PAGE is a page of @partner-platform/specs, such as openapi.html, or an OpenAPI or AsyncAPI document',
    'without references to other files. For a document, the command uses the page of @partner-platform/specs',
    'that is installed in this folder or a folder above it. The result is one file that needs no network.',
    'Prints its digest, for a site that checks what it embeds. The info.x-logo of an overlay sets the',
    'alternative text and the link of the logo. The default text is the title.',
  ],
  operands: {
    page: file('The page to start from, or the document to show: HTML, JSON or YAML.'),
    out: file('The page to write, complete or not at all.'),
  },
  options: {
    overlay: repeated(file('Apply this overlay to the document in the page. Repeatable.')),
    color: color('Colour of links and buttons.'),
    'dark-color': color('The same in the dark theme. Without it, --color is used.'),
    logo: file('Logo above the navigation: SVG, PNG, JPEG or WebP, up to 256 KiB.'),
  },
  environment: [],
  examples: {
    'page node_modules/@partner-platform/specs/dist/openapi.html public/api.html --overlay environments.yaml':
      'With your own base URLs',
    'page bundled.yaml public/api.html': 'From a document',
    "page openapi.html api.html --color '#0a7d5c' --dark-color '#4fd1a5' --logo logo.svg":
      'With colours and a logo',
  },
})
