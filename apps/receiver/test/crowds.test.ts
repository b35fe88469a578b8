import { describe } from 'vitest'
import { testCrowd } from './suite/crowds.ts'
import { useStore } from './use-store.ts'

describe('one receiver, embedded', () => testCrowd(useStore('embedded'), 100))
