import type { Contract, JsonSchema, NamedSchema } from '../../src/model.ts'
import { emitValidators } from '../../src/validators/emit-validators.ts'

/** A document of so many schemas, about 13 kB each, of which no two are alike. */
function synthesize(count: number): Contract {
  const schemas = Array.from({ length: count }, (_, index): NamedSchema => {
    const name = `Schema${String(index).padStart(5, '0')}`
    return {
      name,
      schema: schemaOf(index, count),
      location: { file: 'a.json', pointer: `/${name}` },
      isMessagePayload: false,
    }
  })
  return {
    sources: [],
    schemas,
    operations: [],
    messages: [],
    securitySchemes: [],
    servers: [],
    constants: [],
    parts: { info: {}, header: {}, paths: {}, webhooks: {}, components: {} },
  }
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

const contract = synthesize(Number(process.argv[2]))
const documentBytes = JSON.stringify(contract.schemas).length
const start = performance.now()
const files = await emitValidators(contract)
const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
process.stdout.write(
  JSON.stringify({
    documentBytes,
    bytes,
    ms: Math.round(performance.now() - start),
    memoryBytes: process.resourceUsage().maxRSS * 1024,
  }),
)
