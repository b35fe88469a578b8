/** A JSON Pointer of these segments, in well-formed Unicode. */
export const toPointer = (...segments: string[]) =>
  segments
    .map((text) => `/${text.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
