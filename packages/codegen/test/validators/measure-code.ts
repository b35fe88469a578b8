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
  const schemas = Array.from({ length: count }, (_, index) => {
    return [`Schema${String(index).padStart(5, '0')}`, schemaOf(index, count)] as const
  })
  return contractOf(Object.fromEntries(schemas))
}

function schemaOf(index: number, count: number): JsonSchema {
  const properties = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`property_${at}`, propertyOf(index, { at, count })]),
  )
  return {
    type: 'object',
    description: 'd'.repeat(500),
    required: Object.keys(properties).slice(0, 6),
    properties,
    additionalProperties: false,
  }
}

function propertyOf(index: number, { at, count }: { at: number; count: number }): JsonSchema {
  const description = 'd'.repeat(620)
  const kinds: JsonSchema[] = [
    { description, type: ['string', 'null'], enum: [`a${index}`, `b${at}`, 'c', 'd', null] },
    {
      description,
      type: 'array',
      items: {
        $ref: `#/components/schemas/Schema${String((index * 7 + at) % count).padStart(5, '0')}`,
      },
    },
    {
      description,
      type: 'object',
      properties: Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [
          name,
          { type: 'string', maxLength: index + at, description },
        ]),
      ),
    },
    { description, type: 'integer', minimum: index, maximum: index + at, format: 'int64' },
  ]
  return kinds[at % kinds.length] as JsonSchema
}
