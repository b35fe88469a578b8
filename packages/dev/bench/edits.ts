import { existsSync, readFileSync } from 'node:fs'
import { readWalkThrough } from '../test/check/read-walk-through.ts'

/** A change to a file, as a person makes it. A missing file is empty. The same round gives the same text. */
export type Edit = { file: string; edit: (text: string, round: number) => string }

export const readOrEmpty = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

export const wordsOfField: Edit = {
  file: 'specs/schemas/country.yaml',
  edit: (text, round) => text.replace(/(?<= name:\n +description: ).*/, `Country name ${round}.`),
}

/** Adds the field of the guide to the webhook, which all code uses. Each round gives it another name. */
export const newField: readonly Edit[] = editsOfField(0).map(({ file }, index) => {
  let original: string | undefined
  return {
    file,
    edit(text, round) {
      original ??= text
      return editsOfField(round)[index]?.edit(original) ?? text
    },
  }
})

function editsOfField(round: number) {
  // Not in the names of files.
  const name = /(?<![/-])\bnote(?=[":\]])/g
  return readWalkThrough('Add an optional field', [[name, `note${round}`]]).edits
}
