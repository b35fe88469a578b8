import { readSections } from './row.ts'

export const documentRows = readSections(String.raw`
= documents
schemas that are nested too deeply
  deep:
  finds not: {not:… #/not documents/syntax: This is nested too deeply.… Move the inner parts to files of their own.

a key that appears twice
  schemas/agent.yaml: type: object => type: object\ntype: object
  finds type: object… #/type documents/duplicate-key: The key type appears twice in one object.… Keep one of the two

the front matter of a record that does not parse
  decisions/D-001-signed-bytes.md: status: accepted => status: "acc
  finds status: "acc… #/status documents/syntax: The quote or bracket that opens here is not closed.… Close it: a quote with the same quote

a mistyped file in $ref
  schemas/submission.yaml: ./applicant.yaml => ./aplicant.yaml
  finds first - $ref: ./aplicant.yaml… #/properties/applicant/allOf/0/$ref documents/dangling-ref: ./aplicant.yaml names a file that does not exist.… Write ./applicant.yaml

a file in $ref that nothing resembles
  schemas/submission.yaml: ./visa.yaml => ./something-else-entirely.yaml
  finds first ./something-else-entirely.yaml… #/properties/visa/allOf/0/$ref documents/dangling-ref: ./something-else-entirely.yaml names a file… Add schemas/something-else-entirely.yaml.

a mistyped pointer in $ref
  openapi.yaml: #/components/responses/Unauthorized => #/components/responses/Unauthorised
  finds Unauthorised… #/paths/~1api~1v1~1platform~1countries/get/responses/401/$ref documents/dangling-ref: #/components/responses/Unauthorised names a place that does not exist.… Write #/components/responses/Unauthorized.

a pointer in $ref that nothing resembles
  asyncapi.yaml: $ref: "#/channels/submissionUpdates" => $ref: "#/channels/somewhereElseEntirely"
  finds somewhereElseEntirely… #/operations/sendSubmissionUpdated/channel/$ref documents/dangling-ref: #/channels/somewhereElseEntirely names a place that does not exist.… Name one of submissionUpdates below #/channels

an example file that a document names and nobody wrote
  openapi.yaml: ./examples/country-list/valid/two-countries.json => ./examples/country-list/valid/two-countrys.json
  finds externalValue… #/paths/~1api~1v1~1platform~1countries/get/responses/200/content/application~1json/examples/countries/externalValue documents/dangling-ref: ./examples/country-list/valid/two-countrys.json names a file that does not exist.… Write ./examples/country-list/valid/two-countries.json

a $ref to the network
  schemas/visa.yaml: $ref: ./uuid.yaml => $ref: https://example.com/uuid
  finds https://example.com/uuid… #/properties/uuid/allOf/0/$ref documents/remote-ref: https://example.com/uuid is outside this folder… Copy the target into schemas/

a schema that nothing but itself refers to
  schemas/tree.yaml := title: Tree\nproperties:\n  a: { $ref: ./tree.yaml }\n
  finds title: Tree… # documents/unused-schema: No document refers to this schema.… Refer to it with $ref: ./schemas/tree.yaml

a version that some readers refuse
  asyncapi.yaml: asyncapi: 3.0.0 => asyncapi: 3.1.0
  finds asyncapi: 3.1.0… #/asyncapi documents/version: This document does not declare asyncapi 3.0.… Begin with asyncapi: 3.0.0.

a document that is missing
  statements.yaml is deleted
  finds # documents/missing-file: This file is missing.… Add statements.yaml

a schema that is all of itself
  schemas/visa.yaml: type: object => allOf:\n  - $ref: ./visa.yaml
  finds - $ref: ./visa.yaml… #/allOf/0/$ref documents/cyclic-ref: This $ref leads back to itself: schemas/visa.yaml → schemas/visa.yaml.… Remove one of them; a schema may refer to itself only under properties

two schemas that are each other
  schemas/uuid.yaml := $ref: ./timestamp.yaml\n
  schemas/timestamp.yaml := if:\n  not:\n    oneOf: [{ $ref: ./uuid.yaml }]\n
  finds in schemas/timestamp.yaml: $ref: ./uuid.yaml… #/if/not/oneOf/0/$ref documents/cyclic-ref: This $ref leads back to itself: schemas/timestamp.yaml → schemas/uuid.yaml → schemas/timestamp.yaml.… Remove one of them; a schema may refer to itself only under properties

components that are each other
  openapi.yaml: \n  responses:\n => \n  responses:\n    A: { $ref: "#/components/responses/B" }\n    B: { $ref: "#/components/responses/A" }\n
  finds A: { $ref… #/components/responses/A/$ref documents/cyclic-ref: This $ref leads back to itself: openapi.yaml#/components/responses/A → openapi.yaml#/components/responses/B → openapi.yaml#/components/responses/A.… Remove one of them; a schema may refer to itself only under properties

a part of a schema that is all of that part
  schemas/visa.yaml: type: object => allOf:\n  - anyOf: [{ $ref: "#/allOf/0" }]
  finds #/allOf/0… #/allOf/0/anyOf/0/$ref documents/cyclic-ref: This $ref leads back to itself: schemas/visa.yaml#/allOf/0 → schemas/visa.yaml#/allOf/0.… Remove one of them; a schema may refer to itself only under properties

../../etc/passwd, which is outside the folder
  schemas/visa.yaml: $ref: ./uuid.yaml => $ref: ../../etc/passwd
  finds ../../etc/passwd… #/properties/uuid/allOf/0/$ref documents/outside-ref: ../../etc/passwd is outside this folder… Copy the target into schemas/

/etc/passwd, which is outside the folder
  schemas/visa.yaml: $ref: ./uuid.yaml => $ref: /etc/passwd
  finds /etc/passwd… #/properties/uuid/allOf/0/$ref documents/outside-ref: /etc/passwd is outside this folder… Copy the target into schemas/

a pointer to what is not there in a schema without parts
  schemas/visa.yaml: $ref: ./uuid.yaml => $ref: ./uuid.yaml#/typo
  finds #/typo… #/properties/uuid/allOf/0/$ref documents/dangling-ref: ./uuid.yaml#/typo names a place that does not exist.… Write ./uuid.yaml, which is the whole schema.

a pointer to a keyword
  schemas/visa.yaml: $ref: ./uuid.yaml => $ref: ./uuid.yaml#/type
  finds #/type… #/properties/uuid/allOf/0/$ref documents/dangling-ref: ./uuid.yaml#/type names something that is not an object.… Write ./uuid.yaml, which is the whole schema.

a pointer to a part that is mistyped
  schemas/visa.yaml: $ref: ./uuid.yaml => $ref: ./agent.yaml#/properties/uid
  finds /uid… #/properties/uuid/allOf/0/$ref documents/dangling-ref: ./agent.yaml#/properties/uid names a place that does not exist.… Write ./agent.yaml#/properties/uuid.

a tab, once and not as a key that appears twice
  schemas/visa.yaml:   uuid:\n    description =>   uuid:\n\tdescription
  finds \tdescription… # documents/syntax: This line is indented with a tab.… Indent with two spaces per level; YAML allows no tabs here.

a key that is indented too far
  schemas/visa.yaml:   name:\n    description: … =>    name:\n    description: …
  finds    name:… #/properties documents/syntax: The indentation of this line differs from the lines beside it.… Indent with two spaces per level

a key that is not indented far enough
  schemas/visa.yaml:   name:\n    description: …\n    type: string =>   name:\n    description: Visa name.\n  type: string
  finds   type: string… #/properties/type documents/syntax: This key is inside the value of another key.… Indent it like the keys beside it

a line without a colon
  schemas/visa.yaml:   name:\n    description: … =>   name:\n    description Visa name.
  finds description Visa name.… #/properties/name documents/syntax: This line is not a key with a value.… Write a colon and a space after the key

an unclosed bracket, once for the rest of the file
  openapi.yaml: \npaths: => \npaths: {
  finds paths: {… #/paths documents/syntax: The quote or bracket that opens here is not closed.… Close it: a quote with the same quote, a list with ], an object with }.

text that begins with a reserved sign
  schemas/visa.yaml:   name:\n    description: … =>   name:\n    description: @Visa name.
  finds @Visa… #/properties/name/description documents/syntax: Plain value cannot start with reserved character @.… Put the text in quotes.

an alias of nothing
  schemas/visa.yaml:   name:\n    description: … =>   name:\n    description: *visa
  finds *visa… #/properties/name/description documents/syntax: This alias names an anchor that does not exist.… Put text that begins with * in quotes

an alias of what it is part of
  schemas/visa.yaml:   name:\n    description: … =>   name: &name\n    not: *name
  finds *name… #/properties/name/not documents/syntax: This alias refers to the node that contains it.… Refer to it with $ref, or write it out.

a merge key
  schemas/visa.yaml:   name:\n    description: … =>   name:\n    description: Visa name.\n    <<: { maxLength: 3 }
  finds <<:… #/properties/name/<< documents/syntax: YAML merge keys (<<) are not allowed here.… Write the keys out.

a second document
  schemas/visa.yaml: type: object => type: object\n---\na: 1\n---\nb: 1
  finds ---… # documents/syntax: A second YAML document begins at this line.… Remove the line ---

an empty schema file
  schemas/uuid.yaml :=
  finds # documents/empty: This schema file is empty.… Write title, description and type

a comma too many in a long vector file, on one line
  vectors/auth.json: "rows": [ => "rows": [,
  finds "rows": [,… #/rows documents/syntax: Unexpected token ','. Write strict JSON

a document of the contract that refers to it
  schemas/visa.yaml: $ref: ./uuid.yaml => $ref: ../operator.yaml#/components/schemas/Cursor
  finds - $ref: ../operator.yaml… #/properties/uuid/allOf/0/$ref documents/operator-ref: ../operator.yaml#/components/schemas/Cursor is part of the operator surface… Put what both need into schemas/

another version of OpenAPI
  operator.yaml: openapi: 3.1.0 => openapi: 3.0.3
  finds openapi: 3.0.3… #/openapi documents/version: This document does not declare openapi 3.1.… Begin with openapi: 3.1.0.

a schema of its own that only it refers to, in schemas/
  schemas/cursor.yaml := title: Cursor\ndescription: A place.\ntype: string\n
  operator.yaml: schema: { $ref: "#/components/schemas/Cursor" } => schema: { $ref: ./schemas/cursor.yaml }
  finds title: Cursor… # documents/unused-schema: No document refers to this schema.… Refer to it with $ref: ./schemas/cursor.yaml
`)
