import '@backstage/ui/css/styles.css'
import { createApp } from '@backstage/frontend-defaults'
import apiDocs from '@backstage/plugin-api-docs/alpha'
import catalog from '@backstage/plugin-catalog/alpha'
import { createRoot } from 'react-dom/client'

const app = createApp({ features: [apiDocs, catalog] })
createRoot(document.getElementById('root')).render(app.createRoot())
