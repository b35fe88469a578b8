import { afterAll } from 'vitest'
import { leaveFileStores } from './open-test-store.ts'

afterAll(leaveFileStores)
