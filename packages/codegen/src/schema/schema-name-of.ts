/** The schema that a `$ref` leads to; a name stands for itself. */
export function schemaNameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
