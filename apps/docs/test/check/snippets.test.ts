// In one file, so that all of them share one server and one receiver.
import '../snippets/suite/call-the-api.ts'
import '../snippets/suite/guides.ts'
import '../snippets/suite/receive-a-webhook.ts'
