import { describe } from 'vitest'
import { useStore } from '../use-store.ts'
import { testHandling } from './suite/handling.ts'

describe('handlers, embedded', () => testHandling(useStore('embedded')))
