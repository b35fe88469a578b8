// In one file, so that all of them share one server and one receiver.
import './suite/call-the-api.ts'
import './suite/guides.ts'
import './suite/receive-a-webhook.ts'
