import { afterAll } from 'vitest'
import { leaveFileStore } from './open-test-store.ts'

afterAll(leaveFileStore)
