export { checkDocuments } from './check/check-documents.ts'
export { type AskRedocly, askRedocly, toDocuments } from './check/check-tools.ts'
export { checks, lint } from './check/lint.ts'
export { formatProblem } from './contract/problem.ts'
