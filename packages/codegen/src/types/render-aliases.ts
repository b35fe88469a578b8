import { isObject } from '../bundle/node.ts'
import type { NamedSchema } from '../model.ts'
import { renderDocstring } from '../render/render-docstring.ts'

/** One exported type per named schema. */
export function renderAliases(schemas: readonly NamedSchema[]): string {
  return schemas.map(renderAlias).join('\n\n')
}

function renderAlias({ name, schema, location }: NamedSchema): string {
  const description =
    isObject(schema) && typeof schema.description === 'string' ? schema.description : null
  return `${renderDocstring(description, location)}\nexport type ${name} = components['schemas']['${name}']`
}
