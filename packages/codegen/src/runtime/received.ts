/**
 * `T` as a reader must take it: where a set of strings is listed, other strings may come. The listed
 * ones still complete in an editor: `'A' | 'B'` becomes `'A' | 'B' | (string & {})`.
 */
export type Received<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends object
    ? { [Key in keyof T]: Received<T[Key]> }
    : T
