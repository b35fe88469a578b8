import type { Contract, JsonSchema } from '../../src/model.ts'
import { emitValidators } from '../../src/validators/emit-validators.ts'
import { contractOf } from './contract-of.ts'

/** The sizes of a synthetic contract and of its validators. */
export interface Measured {
  documentBytes: number
  codeBytes: number
}

/** Emits the validators of `count` schemas of about 13 kB each, all different. */
export async function measureCode(count: number): Promise<Measured> {
  const contract = synthesize(count)
  const files = await emitValidators(contract)
  return {
    documentBytes: JSON.stringify(contract.schemas).length,
    codeBytes: files.reduce((sum, { content }) => sum + content.length, 0),
  }
}

function synthesize(count: number): Contract {
  const nameOf = (index: number) => `Schema${String(index % count).padStart(5, '0')}`
  const description = 'd'.repeat(620)
  const propertiesOf = (index: number): Record<string, JsonSchema> => {
    const text = { description, type: 'string', maxLength: index }
    return {
      listed: { type: ['string', 'null'], enum: [`a${index}`, 'b', 'c', 'd', null] },
      items: { type: 'array', items: { $ref: `#/components/schemas/${nameOf(index * 7 + 1)}` } },
      inner: { type: 'object', properties: { a: text, b: text, c: text } },
      number: { type: 'integer', minimum: index, maximum: index + 1, format: 'int64' },
    }
  }
  const schemas = Array.from({ length: count }, (_, index): [string, JsonSchema] => {
    const properties = [0, 1, 2].flatMap((at) =>
      Object.entries(propertiesOf(index + at)).map(([name, property]) => {
        return [`${name}${at}`, { description, ...(property as object) }] as const
      }),
    )
    const required = properties.slice(0, 6).map(([name]) => name)
    const own = { type: 'object', required, additionalProperties: false }
    return [nameOf(index), { ...own, properties: Object.fromEntries(properties) }]
  })
  return contractOf(Object.fromEntries(schemas))
}
