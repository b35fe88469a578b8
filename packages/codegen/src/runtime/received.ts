/**
 * `T` as a reader must accept it: besides listed values, any other of the same JSON type. Listed strings
 * still complete in an editor: `'A' | 'B'` becomes `'A' | 'B' | (string & {})`.
 */
export type Received<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends object
        ? { [Key in keyof T]: Received<T[Key]> }
        : T
