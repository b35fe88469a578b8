/** Where signing secrets come from, for every command that needs them; never a value of an option. */
export const secretOption = {
  'secret-file': {
    kind: 'text',
    value: 'FILE',
    names: 'file',
    says: 'File with one signing secret per line, newest first.',
  },
} as const
