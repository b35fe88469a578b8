import type { Edit } from '../broken-copy.ts'

/** What is done to the contract, and a problem that it must give; in another file where `file` says. */
export type Row = [name: string, edit: Edit, rule: string, pointer: string, file?: string]

export const api = (from: string, to: string): Edit => ({ file: 'openapi.yaml', from, to })
export const events = (from: string, to: string): Edit => ({ file: 'asyncapi.yaml', from, to })
