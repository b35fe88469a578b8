/** What reading a text gives: its value, or everything that is wrong with its syntax. */
export interface ParsedText {
  value: unknown
  faults: { line: number; column: number; pointer: string; message: string }[]
}
