// In one file, as the server and the receiver are one each for all of them.
import './suite/call-the-api.ts'
import './suite/receive-a-webhook.ts'
