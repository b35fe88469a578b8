import type { Contract } from '../model.ts'
import { opensValues } from '../schema/opens-values.ts'
import { schemaNameOf } from '../schema/schema-name-of.ts'
import { toSent } from '../schema/to-sent.ts'
import { inlineForUnevaluated } from './inline-for-unevaluated.ts'
import type { PlannedFunction } from './planned-function.ts'
import { shareEqualForms } from './share-equal-forms.ts'
import { shareParts } from './share-parts.ts'

/** The function that decides on one schema as its writer must meet it. */
export interface SchemaFunctions {
  sent: string
  /** True when the reader takes values that the TypeScript type does not list. */
  opensValues: boolean
}

export interface FunctionPlan {
  functions: PlannedFunction[]
  schemas: Map<string, SchemaFunctions>
}

/** Which functions a contract needs: one per schema, and one only where forms are equal. */
export function planFunctions({ schemas }: Contract): FunctionPlan {
  const sent = (ref: string) => functionNameOf(schemaNameOf(ref))
  const all: PlannedFunction[] = schemas.map(({ name, schema }) => ({
    ...{ name: functionNameOf(name), form: toSent(schema, sent), isExported: true },
  }))
  const shared = shareEqualForms(inlineForUnevaluated(all))
  const opening = opensValues(schemas)
  const functionOf = (name: string) => shared.names.get(name) ?? name
  return {
    functions: shareParts(shared.functions).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    schemas: new Map(
      schemas.map(({ name }) => [
        name,
        { sent: functionOf(functionNameOf(name)), opensValues: opening.has(name) },
      ]),
    ),
  }
}

/** The name of a function; Ajv takes ASCII only. */
function functionNameOf(schema: string): string {
  return `sent${schema.replaceAll(/[^A-Za-z0-9_]/gu, (sign) => `$${sign.codePointAt(0)?.toString(16)}`)}`
}
