import { reportFormats, warnings } from '@partner-platform/conformance'
import { servers } from '@partner-platform/types'
import { jsonOption } from '../json-option.ts'

/** What both conformance commands take. */
export const reportOptions = {
  environment: {
    kind: 'choice',
    choices: Object.keys(servers),
    says: 'Named in the report, so that two reports are not mixed up.',
  },
  only: {
    kind: 'texts',
    value: 'ID',
    says: 'Run only this check; the report names them. Repeatable.',
  },
  'timeout-ms': {
    kind: 'count',
    value: 'N',
    min: 1,
    max: 600_000,
    says: 'Time for one exchange, its answer included; by default that of the contract.',
  },
  'fail-on': {
    kind: 'texts',
    value: 'WARNING',
    says: `End with 1 also on this warning: ${warnings.join(', ')}. Repeatable.`,
  },
  format: {
    kind: 'choice',
    choices: reportFormats,
    fallback: 'terminal',
    says: 'Form of the report.',
  },
  out: {
    kind: 'text',
    value: 'FILE',
    names: 'file',
    says: 'Write the report there, and only its last line here.',
  },
  ...jsonOption,
} as const
