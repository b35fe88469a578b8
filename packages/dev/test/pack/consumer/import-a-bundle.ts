import manifest from '@partner-platform/specs/dist/manifest.json' with { type: 'json' }
import openapi from '@partner-platform/specs/dist/openapi.json' with { type: 'json' }

const event: string = openapi.webhooks['submission.updated'].post.operationId
const file = manifest.files.find(({ name }) => name === 'openapi.json')
console.log(openapi.info.title, event, file?.version)
