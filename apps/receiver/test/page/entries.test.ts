import { describe } from 'vitest'
import { useStore } from '../use-store.ts'
import { testEntries } from './suite/entries.ts'

describe('the entries of the page, embedded', () => testEntries(useStore('embedded')))
