import { afterAll } from 'vitest'
import { closeFileStore } from './start-server.ts'

afterAll(closeFileStore)
