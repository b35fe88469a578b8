import { createBackend } from '@backstage/backend-defaults'
import catalog from '@backstage/plugin-catalog-backend'

const backend = createBackend()
backend.add(catalog)
await backend.start()
