import { bundleContract } from '@partner-platform/codegen'
import { specsFolder } from '@partner-platform/fixtures/tables'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Plain Ajv with the schemas of the contract as written, by name. */
export function ajvOfContract(): Ajv2020 {
  const documents = { openapi: ['openapi.yaml'], asyncapi: ['asyncapi.yaml'], cwd: specsFolder }
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  addFormats.default(ajv)
  for (const { name, schema } of bundleContract(documents).schemas) {
    const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '')
    ajv.addSchema(JSON.parse(text), name)
  }
  return ajv
}
