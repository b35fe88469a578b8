import type { Contract } from '../model.ts'
import { inlineForUnevaluated } from './inline-for-unevaluated.ts'
import { opensStrings } from './opens-strings.ts'
import type { PlannedFunction } from './planned-function.ts'
import { schemaNameOf } from './schema-name-of.ts'
import { shareEqualForms } from './share-equal-forms.ts'
import { shareParts } from './share-parts.ts'
import { spread } from './spread.ts'
import { toReceived, toSent } from './strictness.ts'

/** The functions that decide on one schema. */
export interface SchemaFunctions {
  sent: string
  /** The same as `sent` where the reader takes nothing more. */
  received: string
  /** True when the reader takes strings that the TypeScript type does not list. */
  opensStrings: boolean
}

export interface FunctionPlan {
  functions: PlannedFunction[]
  schemas: Map<string, SchemaFunctions>
}

/** Which functions a contract needs: one per form, and one only where forms are equal. */
export function planFunctions({ schemas }: Contract): FunctionPlan {
  const tolerant = findTolerant(schemas)
  const sent = (ref: string) => functionNameOf('sent', schemaNameOf(ref))
  const received = (ref: string) =>
    tolerant.has(schemaNameOf(ref)) ? functionNameOf('received', schemaNameOf(ref)) : sent(ref)
  const all: PlannedFunction[] = schemas.flatMap(({ name, schema }) => [
    { name: functionNameOf('sent', name), form: toSent(schema, { sent }), isExported: true },
    ...(tolerant.has(name)
      ? [
          {
            name: functionNameOf('received', name),
            form: toReceived(schema, { sent, received }),
            isExported: true,
          },
        ]
      : []),
  ])
  const shared = shareEqualForms(inlineForUnevaluated(all))
  const opening = opensStrings(schemas)
  const functionOf = (name: string) => shared.names.get(name) ?? name
  return {
    functions: shareParts(shared.functions).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    schemas: new Map(
      schemas.map(({ name }) => [
        name,
        {
          sent: functionOf(sent(name)),
          received: functionOf(received(name)),
          opensStrings: opening.has(name),
        },
      ]),
    ),
  }
}

/** The name of a function; Ajv takes ASCII only. */
function functionNameOf(form: 'sent' | 'received', schema: string): string {
  return (
    form + schema.replaceAll(/[^A-Za-z0-9_]/gu, (sign) => `$${sign.codePointAt(0)?.toString(16)}`)
  )
}

/** The schemas whose received form accepts more than the sent one, themselves or through a `$ref`. */
function findTolerant(schemas: Contract['schemas']): Set<string> {
  const tolerant = new Set<string>()
  const users = new Map<string, string[]>()
  for (const { name, schema } of schemas) {
    const noteUse = (ref: string) => {
      const target = schemaNameOf(ref)
      const known = users.get(target)
      if (known === undefined) users.set(target, [name])
      else known.push(name)
      return ref
    }
    if (
      JSON.stringify(toReceived(schema, { received: noteUse })) !== JSON.stringify(toSent(schema))
    )
      tolerant.add(name)
  }
  spread(tolerant, users)
  return tolerant
}
