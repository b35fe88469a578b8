/** What one list may cost. */
export const listBounds = {
  /** Entries of a page where none are asked for. */
  defaultLimit: 50,
  /** Most entries of a page. */
  mostEntries: 200,
  /** Longest text that is searched for, in characters. */
  searchCharacters: 200,
  /** A text of an entry is cut after that many characters; its body has all of it. */
  textCharacters: 200,
} as const
