import { readSections } from './row.ts'

export const exampleRows = readSections(String.raw`
= examples
a valid example that only a reader accepts
  examples/submission-updated/valid/returned.json: "status": "RETURNED" => "status": "RETURNED", "remarks": "a"
  finds "remarks": "a"… #/submission/remarks examples/wrong-folder: /submission/remarks boolean schema is false (false schema), so this example is not valid.… Correct the example, or move it and its entry in cases.yaml to tolerated/

a valid example that no form accepts
  examples/submission-updated/valid/returned.json: "companyName": => "firm":
  finds "agent": {… #/agent/companyName examples/wrong-folder: /agent/companyName is missing (required), so this example is not valid.… Correct the example, or move it and its entry in cases.yaml to invalid/

a tolerated example that no form accepts
  examples/agent/tolerated/unknown-field.json: "7d9a => 5, "was": "7d9a
  finds "uuid"… #/uuid examples/wrong-folder: /uuid must be string… Correct the example, or move it and its entry in cases.yaml to invalid/

an invalid example that passes
  examples/submission-status/invalid/is-number.json := "NEW"
  finds "NEW"… # examples/wrong-folder: It passes as written, so this example is not invalid.… Correct the example, or move it and its entry in cases.yaml to valid/

an unparseable example that parses
  examples/submission-updated/unparseable/form.json := {}
  finds {}… # examples/parses: This file is valid JSON, but its folder is for text that is not.… Break its JSON, or move it

a case that states another place
  examples/agent/cases.yaml: path: /fieldOfTomorrow => path: /uuid
  finds path: /uuid… #/tolerated~1unknown-field/path examples/other-issue: tolerated/unknown-field fails, but not at /uuid with keyword additionalProperties in the sent… Write path and keyword of one of its issues: /fieldOfTomorrow additionalProperties.

= cases
an example without a case
  examples/submission-updated/valid/another.json := {}
  finds {}… # cases/no-entry: examples/submission-updated/cases.yaml does not say what this example shows.… Add this entry to it: valid/another: { says: "<one

a case without an example
  examples/submission-updated/cases.yaml: valid/compact: => valid/compakt:
  finds first in examples/submission-updated/valid/compact.json: # cases/no-entry: examples/submission-updated/cases.yaml does not say… Add this entry to it: valid/compact

a case whose example is gone
  examples/submission-updated/valid/compact.json is deleted
  finds in examples/submission-updated/cases.yaml: valid/compact:… #/valid~1compact cases/no-file: There is no valid/compact.json for this entry.… Add the file, or delete the entry.

a case without a sentence
  examples/submission-updated/cases.yaml: says: White space between tokens has no meaning. => says: ""
  finds says: ""… #/valid~1compact/says cases/shape: says of valid/compact is missing or wrong.… Write says: one sentence

a case with a field that it has no use for
  examples/submission-updated/cases.yaml: rule: 4.2.body => rule: 4.2.body\n  keyword: type
  finds keyword: type… #/valid~1compact/keyword cases/shape: keyword is not a field of valid/compact.… Delete keyword.

an invalid example that a program might use
  examples/agent/cases.yaml:   /uuid: Without it =>   /companyName2: Without it
  finds first path: /uuid… #/invalid~1empty/path cases/no-reason: Readers refuse what invalid/empty shows, but unusable does not say why at '/uuid'.… Add '/uuid': "<why a program could not go on>" to unusable, or mark the member x-sender-only

a reason that is not a sentence
  examples/visa/cases.yaml: /uuid: Without it => /uuid: [] #
  finds path: /uuid… cases/no-reason: Readers refuse what invalid/… Add '/uuid'

a reason that no example needs
  examples/agent/cases.yaml: unusable:\n => unusable:\n  /uuids: Nobody knows.\n
  finds /uuids:… #/unusable/~1uuids cases/unused-reason: No invalid example fails at '/uuids'.… Did you mean /uuid

a schema without examples
  schemas/note.yaml := title: Note\ndescription: A note.\ntype: string\n
  examples/note/valid/short.json := "a"
  examples/note/cases.yaml := valid/short: { says: Short., rule: "2.1" }
  finds title: Note… # examples/missing: This schema has no invalid example.… Add examples/note/invalid/<case>.json

examples of an unknown schema
  examples/agents/valid/a.json := {}
  examples/agents/cases.yaml := valid/a: { says: A., rule: "2.1" }
  finds {}… # examples/misplaced: There is no schemas/agents.yaml for this example.… Move it to examples/agent/valid/.

a folder that is not one of the four
  examples/agent/tolerant/a.json := {}
  finds first {}… # examples/misplaced: Folder tolerant is not one of valid, tolerated, invalid, unparseable.… Move it to examples/agent/tolerated/.

examples that nothing says anything about
  examples/agent/cases.yaml is deleted
  finds # cases/missing: Nothing says what these examples show.… Write one entry per file

= documentExamples
the payload of a message that its schema refuses
  examples/submission-updated/valid/returned.json: "status": "RETURNED" => "status": 7
  finds in asyncapi.yaml: payload:… #/components/messages/submissionUpdated/examples/1/payload document-examples/refused: The schema refuses this example: /submission/status must be string (type).… Correct the example, or show one from

the headers of a message that their schema refuses
  asyncapi.yaml: X-Platform-Signature: sha256=0 => X-Platform-Signature: sha1=0
  finds headers:… #/components/messages/submissionUpdated/examples/0/headers document-examples/refused: The schema refuses this example: /X-Platform-Signature must match pattern… Correct the example

a file shown for a media type that its schema refuses
  openapi.yaml: ./examples/error-response/valid/forbidden.json => ./examples/country-list/valid/two-countries.json
  finds two-countries.json… #/components/responses/Forbidden/content/application~1json/examples/forbidden/externalValue document-examples/refused: The schema refuses this example: /error is missing (required).… Correct the example

the example of a header that its schema refuses
  openapi.yaml: '"default";r=57;t=12' => 57
  finds example: 57… #/components/headers/RateLimit/example document-examples/refused: The schema refuses this example: the value must be string (type).… Correct the example

a header without an example
  openapi.yaml:       example: '"default";r=57;t=12'\n => nothing
  finds RateLimit:… #/components/headers/RateLimit document-examples/missing: This header shows no example.… Add example: with a value as it is sent.

an error with the status of another
  operator.yaml: statusCode: 413 => statusCode: 415
  finds first example:… #/components/responses/ContentTooLarge/content/application~1json/example document-examples/other-status: This example says statusCode 415 under the status 413.… Show an example with statusCode: 413.
`)
