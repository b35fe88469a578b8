/** One change of a file. The same round gives the same text. */
export type Edit = { file: string; edit: (text: string, round: number) => string }

/** Changes a description only. */
export const wordsOfField: Edit = {
  file: 'specs/schemas/country.yaml',
  edit: (text, round) => text.replace(/(?<= name:\n +description: ).*/, `Country name ${round}.`),
}

/** A new optional field that all code knows, with the records that a person edits for it. */
export const newField: readonly Edit[] = [
  {
    file: 'specs/decisions/D-026-versioning.md',
    edit: (text, round) =>
      text.replace(
        /(?<= {2}- schemas\/submission\.yaml\n)( {2}- schemas\/submission\.yaml#.*\n)?/,
        `  - schemas/submission.yaml#/properties/note${round}\n`,
      ),
  },
  {
    file: 'specs/schemas/submission.yaml',
    edit: (text, round) =>
      text.replace(
        /(?<=\nproperties:\n)( {2}note\d:.*\n)?/,
        `  note${round}: { description: A note., type: string, minLength: 1, x-decision: D-026 }\n`,
      ),
  },
]
