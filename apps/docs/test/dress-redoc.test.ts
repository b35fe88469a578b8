import { expect, it } from 'vitest'
import { linkToDecisions } from '../src/dress-redoc.ts'

const toPage = (document: object) =>
  `<script>const it = ${JSON.stringify(document).replaceAll('<', '\\u003c')}\nshow(it)</script>`

it('links each marked node to its decisions, and changes nothing else', () => {
  const document = (says: string, lastSays?: string) => ({
    openapi: '3.1.0',
    info: { title: 'A </script> {"', description: says, 'x-decision': ['D-001', 'D-002'] },
    servers: [{ url: 'https://api.example', description: 'Production', 'x-decision': 'D-003' }],
    paths: { '/things': { get: { 'x-source': '4.1', description: 'Lists things.' } } },
    components: { schemas: { Thing: { $ref: '#/x', 'x-decision': 'D-004' } } },
    tags: [{ ...(lastSays && { description: lastSays }), 'x-decision': 'D-005' }],
  })
  const [one, two] = ['[D-001](../decisions/d-001/)', '[D-002](../decisions/d-002/)']
  const links = `Says "this".\n\nDecided in ${one}, ${two}.`
  const last = 'Decided in [D-005](../decisions/d-005/).'
  const page = linkToDecisions(toPage(document('Says "this".\n')))
  const [, text = ''] = /const it = (.*)\nshow\(it\)<\/script>$/.exec(page) ?? []
  expect(JSON.parse(text)).toEqual(document(links, last))
  expect(text).not.toContain('<')
})

it('refuses a page without a document', () => {
  expect(() => linkToDecisions('<p>{"openapi":"3')).toThrow('has no document')
})
