/** What is wrong with one part of the input. `path` is a JSON Pointer. */
export type Issue = { path: string; message: string; keyword: string }

/** Why nothing changed, as one of the codes of the operator surface. */
export type Refusal<Code extends string> = Code extends unknown
  ? { ok: false; code: Code; issues?: readonly Issue[] | undefined }
  : never

/** The input names something unknown or breaks a rule. Has at least one issue. */
export type Invalid = { ok: false; code: 'unprocessable_content'; issues: readonly Issue[] }

export const refuse = <Code extends string>(code: Code, issues?: readonly Issue[]) =>
  ({ ok: false, code, ...(issues && { issues }) }) as Refusal<Code>

export const invalid = (...issues: Issue[]): Invalid => ({
  ok: false,
  code: 'unprocessable_content',
  issues,
})

/** The issue for an id in the input that does not exist. */
export const notThere = (path: string, noun: string): Issue => ({
  path,
  message: `must name ${noun}`,
  keyword: 'exists',
})
