import { defineCommand, file, repeated } from '../command.ts'

export const overlayCommand = defineCommand({
  name: 'overlay',
  says: 'Apply OpenAPI Overlays to an OpenAPI or AsyncAPI document, for example to change base URLs.',
  details: [
    'Applies overlays of version 1.0, with JSONPath of RFC 9535, in the order given. If an action matches',
    'nothing, the command fails and writes nothing. YAML keeps its order and comments, but not its',
    'spacing. JSON stays JSON.',
  ],
  operands: {
    document: file('The document to change, in JSON or YAML.'),
    overlay: repeated(file('One or more overlays, in JSON or YAML.')),
  },
  options: {
    out: file(
      'Write the result to this file, complete or not at all. Without --out, print the result.',
    ),
  },
  environment: [],
  examples: {
    'overlay openapi.yaml environments.yaml branding.yaml --out ours.yaml':
      'Two overlays, in this order',
    'overlay openapi.json branding.yaml > ours.json': 'Printed',
  },
})
