import type { BrokenRow } from '../broken-copy.ts'

const agent = 'schemas/agent.yaml'
export const companyName = (keywords: string) => [
  { file: agent, from: 'type: string', to: `type: string\n    ${keywords}` },
]

export const boundsRows = [
  ['minLength: 5', 'maxLength: 2'],
  ['minItems: 2', 'maxItems: 1'],
  ['minProperties: 3', 'maxProperties: 0'],
  ['minimum: 1.5', 'maximum: 1'],
  ['minimum: 1', 'exclusiveMaximum: 1'],
  ['exclusiveMinimum: 1', 'maximum: 1'],
  ['exclusiveMinimum: 2', 'exclusiveMaximum: 1'],
].map(([low = '', high = '']): BrokenRow => {
  const [lowName, highName] = [low.split(':')[0], high.split(':')[0]]
  return {
    name: `${low} with ${high}`,
    edits: companyName(`${low}\n    ${high}`),
    want: {
      ...{ file: agent, pointer: `#/properties/companyName/${highName}`, rule: 'dialect/bounds' },
      message: `No value meets both: ${low.replace(':', ' is')}, and ${high.replace(':', ' is')}.`,
      fix: `Raise ${highName}, lower ${lowName}, or leave one of them out.`,
      at: high,
    },
  }
})
