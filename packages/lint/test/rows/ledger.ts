import { readSections } from './row.ts'

export const ledgerRows = readSections(String.raw`
= todos
a description of a document
  openapi.yaml: summary: List origin… => summary: "TODO: Say what."
  finds #/paths/~1api~1v1~1platform~1countries/get/summary todos/open: A person must still decide… Say what.

a case of an example
  examples/agent/cases.yaml: says: … => says: "TODO: Say what it shows."
  finds #/valid~1agent/says todos/open: … Say what it shows.

the front matter of a record
  decisions/D-001-signed-bytes.md: title: … => title: "TODO: Write the choice."
  finds #/title todos/open: … Write the choice.

a paragraph of a record, up to its end, and nothing in examples
  decisions/D-001-signed-bytes.md: **Choice.** … => **Choice.** TODO: Say what\nis signed.\n\nMore.\n
  examples/agent/valid/agent.json: "companyName": "…" => "companyName": "TODO: x"
  finds # todos/open: … Say what is signed.

= sources
a node that carries an unknown statement
  schemas/agent.yaml: x-source: 2.3.agent.u => x-source: 2.3.agnt.u
  finds first #/properties/uuid/x-source sources/unknown: statements.yaml has no statement 2.3.agnt.uuid.… Did you mean 2.3.agent.uuid?…

a statement that no node carries
  schemas/agent.yaml:     x-source: 2.3.agent.uuid\n => nothing
  finds in statements.yaml: #/17/id sources/not-carried: 2.3.agent.uuid says: The agent always has a \`uuid\` that identifies the partner. No node… Write x-source: "2.3.agent.uuid" on the node…

a statement without quotes, which YAML reads as a number
  statements.yaml: - id: "1.2" => - id: 1.2
  finds first #/1/id sources/shape: A statement must be { id, says }… Write id: '<section>.<item>' in quotes…

a statement that appears twice
  statements.yaml: - id: "1.2" => - id: "1.1"
  finds first #/1/id sources/shape: Two statements have the id 1.1.… Give one of them its own id.…

a mistyped field of a statement
  statements.yaml:   shown: false =>   shwn: false
  finds first #/4/shwn sources/shape: shwn is not a field of a statement.… Did you mean shown?…

an open point that no decision answers
  decisions/D-011-delivery-timeouts.md: answers: ["8.4"] => answers: ["8.3"]
  finds in statements.yaml: #/84/id sources/unanswered: The source does not show 8.4, and no decision answers it.… Add "8.4" to answers of the decision…

a record of the source that says something new
  statements.yaml: only: [VISA_GRANTED, RETURNED] => only: [VISA_GRANTED, RETURNED, PAID]
  finds # sources/changed: The statements do not match the seal in the latest decision… Undo the change: a decision extends a statement…

= decisions
a node that rests on an unknown decision
  schemas/uuid.yaml: x-decision: D-022 => x-decision: D-922
  finds #/x-decision decisions/unknown: There is no decision D-922 in decisions/.… Add specs/decisions/D-922-<slug>.md, or write D-022.…

a record that no node rests on
  quiet: answers: ["1.5"]
  finds #/id decisions/not-cited: No node in the documents cites D-099.… Write x-decision: D-099 on the node…

a record without front matter
  decisions/D-001-signed-bytes.md := # The signature\n
  finds # decisions/shape: This decision has no front matter.… Begin the file with front matter between two lines of ---: id: D-001…

a record under another number than its own
  decisions/D-001-signed-bytes.md: id: D-001 => id: D-002
  finds #/id decisions/shape: The id differs from the file name.… Write id: D-001.…

a record without its last paragraph
  decisions/D-001-signed-bytes.md: **How to change it.**  => nothing
  finds # decisions/shape: The decision does not say how to change it.… End it with **How to change it.**…

an unknown field
  decisions/D-001-signed-bytes.md: answers: ["5.7"] => answers: ["5.7"]\nshows: [vectors]
  finds #/shows decisions/shape: shows is not a field of a decision.… Use id, title…

an answer to an unknown statement
  decisions/D-001-signed-bytes.md: answers: ["5.7"] => answers: ["5.7", "5.77"]
  finds #/answers/1 decisions/unknown-statement: statements.yaml has no statement 5.77.… Did you mean 5.7?…

answers that are empty
  decisions/D-001-signed-bytes.md: answers: ["5.7"] => answers: []
  finds #/answers decisions/shape: answers is empty.… Write answers: ['<id>'], each in quotes, such as '1.5', '2.1.formats'…

answers that YAML reads as numbers
  decisions/D-001-signed-bytes.md: answers: ["5.7"] => answers: [5.7]
  finds #/answers decisions/shape: answers is not a list of statements.… Write answers: ['<id>'], each in quotes…

extends that is a list
  quiet: extends: [3.statuses]
  finds first #/extends decisions/shape: extends must list members by statement.… Write extends: { '<section>.<item>': ['<member>'] }…

a record whose file name has no number
  decisions/signatures.md := ---\nid: D-098\n---\n
  finds # decisions/shape: The file name is not D-NNN-<slug>.md.… Rename it to a name such as…

= additions
an addition without a node
  quiet: extends: { 3.statuses: [PAID] }
  finds #/extends/3.statuses decisions/extends-nothing: D-099 extends 3.statuses with PAID, but schemas/submission-status.yaml#/anyOf/0/enum does not… Add PAID there…

an addition to a statement that has no list
  quiet: extends: { "8.4": [PAID] }
  finds #/extends/8.4 decisions/extends-nothing: 8.4 has no list that PAID could extend.… Name a statement whose holds has an entry with only…

an addition to an unknown statement
  quiet: extends: { 3.status: [PAID] }
  finds #/extends/3.status decisions/unknown-statement: statements.yaml has no statement 3.status.… Did you mean 3.statuses?…

an addition of what the source names itself
  quiet: extends: { "4.2.headers": [X-Platform-Signature] }
  finds #/extends/4.2.headers decisions/extends-nothing: 4.2.headers itself names X-Platform-Signature… Remove X-Platform-Signature from extends.…

an addition that its node does not carry
  quiet: extends: { 3.statuses: [PAID] }
  schemas/submission-status.yaml: RETURNED] => RETURNED, PAID]
  finds #/extends/3.statuses decisions/not-cited: D-099 adds schemas/submission-status.yaml#/anyOf/0/enum/2, but nothing there cites D-099.… Write x-decision: D-099 on it, or…

an addition that no example cites
  quiet: extends: { 3.statuses: [PAID] }
  schemas/submission-status.yaml: RETURNED] => RETURNED, PAID]
  schemas/submission-status.yaml: [D-014, D-023] => [D-014, D-023, D-099]
  finds #/extends/3.statuses decisions/not-shown: No example of submission-status cites D-099, which adds PAID.… Add an example, and write rule: D-099…

= facts
a node that says something else than the source
  openapi.yaml: scheme: bearer => scheme: basic
  finds #/components/securitySchemes/bearerAuth/scheme facts/contradiction: 5.2 says: The key travels as a bearer token in Authorization, or in x-api-key. It is scheme: basic. Write scheme: bearer. Statement 5.2 in statements.yaml records the source.

a member that the source does not name, with the decision to paste
  schemas/submission-status.yaml: RETURNED] => RETURNED, PAID]
  finds #/anyOf/0/enum/2 facts/contradiction: 3.statuses says: … The contract also has PAID. Delete PAID. To keep it, mark schemas/submission-status.yaml#/anyOf/0 with x-decision: D-…, cite D-… in the case of an example, and paste this into specs/decisions/D-…-paid.md:

a field with the name of an annotation, where a reference has no room for a mark
  schemas/agent.yaml: properties:\n => properties:\n  title: { $ref: ./uuid.yaml }\n
  finds #/properties/title facts/contradiction: 2.3.agent says: … The contract also has title. Delete title. To keep it, write schemas/agent.yaml#/properties/title as { allOf: [{ $ref: ./uuid.yaml }], x-decision: D-…

a status beside the list of statuses
  schemas/submission-status.yaml:   - type: string\nx-source =>   - const: PAID\n  - type: string\nx-source
  finds first #/anyOf/1/type facts/contradiction: 3.statuses says: … Type is missing. Write type: string.…

an entry of holds that compares nothing
  statements.yaml: only: [VISA_GRANTED => onli: [VISA_GRANTED
  finds #/38/holds/0 facts/shape: An entry of holds needs… Write - { node:…

an entry of holds on a file that is not there
  statements.yaml: node: schemas/country.yaml#/properties => node: schemas/land.yaml#/properties
  finds #/9/holds/0 facts/no-node: The contract has no file schemas/land.yaml.… Name a file of the contract.…

= vectors
a table without rows
  table:
  finds #/rows vectors/shape: This table has no rows.… Write { "title"…

two rows with one name
  table: { "name": "a", "rule": "D-021", "given": {}, "want": {} },\n{ "name": "a", "rule": "D-021", "given": {}, "want": {} }
  finds #/rows/1/name vectors/same-name: Two rows have this name.… Say what is different…

a row with a field too many
  table: { "name": "a", "rule": "D-021", "wants": {}, "given": {}, "want": {} }
  finds #/rows/0/name vectors/shape: wants is not a field of a row.… Did you mean want?…

a row that is incomplete
  table: { "name": "a", "rule": "D-021", "given": {}, "wants": {} }
  finds #/rows/0/name vectors/shape: A row needs name, rule, given, want.… Add what is missing.…

a row that rests on an unknown rule
  table: { "name": "a", "rule": "D-921", "given": {}, "want": {} }
  finds #/rows/0/rule rules/unknown: D-921 is neither a statement nor a decision.… Did you mean D-021?…

a row whose rule is a number
  table: { "name": "a", "rule": ["D-021", 5.4], "given": {}, "want": {} }
  finds #/rows/0/rule/1 rules/unknown: This is neither a statement nor a decision.… Cite the id of a statement in quotes, such as '5.4'…

= lifetime
D-005 D-012 D-013 D-014 a last attempt that ends when receivers find the event too old
  asyncapi.yaml: value: 2505600 => value: 2591686
  finds 2591686… #/x-constants/deliveryAgeLimitSeconds/value constants/lifetime: An event can be 2592001 s old when its last attempt ends… Lower deliveryAgeLimitSeconds

receivers that accept no event as old as the sender sends
  asyncapi.yaml: value: 2592000 => value: 2505600
  finds 2505600… #/x-constants/deliveryAgeLimitSeconds/value constants/lifetime: An event can be 2505915 s old when its last attempt ends, but receivers accept at most 2505600… Lower deliveryAgeLimitSeconds

events that are sent as early as receivers allow
  asyncapi.yaml: value: 60\n => value: 300\n
  finds 300… #/x-constants/deliveryLeadLimitSeconds/value constants/lifetime: An event can be sent 300 s early… Lower deliveryLeadLimitSeconds

a schedule that is longer than an event is sent
  asyncapi.yaml: value: [0, 5, …\n => value: [0, 2800000]\n
  finds 2800000… #/x-constants/retryDelaysSeconds/value constants/lifetime: The schedule can take … s, but an event is sent for only … s.… Shorten retryDelaysSeconds
`)
