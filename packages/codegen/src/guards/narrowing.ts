/** A value of one property that makes other properties certain to be there. */
export interface Narrowing {
  /** Name of the schema that states it. */
  schema: string
  /** The property that decides. */
  property: string
  /** The value of that property. */
  value: string | number | boolean | null
  /** Name of the TypeScript type of a value that meets the condition: `SubmissionVisaGranted`. */
  typeName: string
  /** Name of the guard: `isVisaGranted`. */
  guardName: string
  /** The properties that are then present, sorted. */
  required: string[]
}

/** A narrowing before it has its names. */
export type Condition = Omit<Narrowing, 'typeName' | 'guardName'>
