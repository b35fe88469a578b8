import { describe } from 'vitest'
import { testRandomKills } from '../handle/suite/crashes.ts'
import { useStore } from '../use-store.ts'

describe('handlers whose process is killed, embedded', () => testRandomKills(useStore('embedded')))
