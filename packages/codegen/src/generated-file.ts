/** One file of the output, held in memory until every emitter has succeeded. */
export interface GeneratedFile {
  /** Name within the output folder, with `/` between segments. */
  path: string
  content: string
}
