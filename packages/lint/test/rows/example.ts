import { api, edit, events, operator, type Rows, schema } from './row.ts'

const returned = edit('examples/submission-updated/valid/returned.json')
const cases = edit('examples/submission-updated/cases.yaml')

export const exampleRows: Rows = {
  examples: [
    [
      'a valid example that only a reader accepts',
      returned('"status": "RETURNED"', '"status": "RETURNED", "remarks": "a"'),
      '"remarks": "a"… #/submission/remarks examples/wrong-folder: /submission/remarks boolean schema is false (false schema), so this example is not valid.… Correct the example, or move it to tolerated/',
    ],
    [
      'a valid example that no form accepts',
      returned('"companyName":', '"firm":'),
      '"agent": {… #/agent/companyName examples/wrong-folder: /agent/companyName must be there (required), so this example is not valid.… Correct the example, or move it to invalid/',
    ],
    [
      'a tolerated example that no form accepts',
      edit('examples/agent/tolerated/unknown-field.json')('"7d9a', '5, "was": "7d9a'),
      '"uuid"… #/uuid examples/wrong-folder: /uuid must be string… Correct the example, or move it to invalid/',
    ],
    [
      'an invalid example that passes',
      { file: 'examples/submission-status/invalid/is-number.json', to: '"NEW"' },
      '"NEW"… # examples/wrong-folder: It passes as written, so this example is not invalid.… Correct the example, or move it to valid/',
    ],
    [
      'an unparseable example that parses',
      { file: 'examples/submission-updated/unparseable/form.json', to: '{}' },
      '{}… # examples/parses: This file is valid JSON, but its folder is for text that is not.… Break its JSON, or move it',
    ],
    [
      'a case that states another place',
      edit('examples/agent/cases.yaml')('path: /fieldOfTomorrow', 'path: /uuid'),
      'path: /uuid… #/tolerated~1unknown-field/path examples/other-issue: tolerated/unknown-field fails, but not at /uuid by additionalProperties in the written… Write one of its issues: /fieldOfTomorrow additionalProperties.',
    ],
    [
      'a schema that does not compile',
      schema('agent')('type: object', 'type: objekt'),
      'title: Agent… # examples/schema: This schema does not compile: type must be JSONType… Correct it, or the schema it refers to',
      { follows: true },
    ],
  ],
  cases: [
    [
      'an example without a case',
      { file: 'examples/submission-updated/valid/another.json', to: '{}' },
      '{}… # cases/no-entry: examples/submission-updated/cases.yaml does not say what this example shows.… Add this entry to it: valid/another: { says: "<one',
    ],
    [
      'a case without an example',
      cases('valid/compact:', 'valid/compakt:'),
      '# cases/no-entry: examples/submission-updated/cases.yaml does not say… Add this entry to it: valid/compact',
      { file: 'examples/submission-updated/valid/compact.json', follows: true },
    ],
    [
      'a case whose example is gone',
      { file: 'examples/submission-updated/valid/compact.json' },
      'valid/compact:… #/valid~1compact cases/no-file: There is no valid/compact.json for this entry.… Add the file, or delete the entry.',
      { file: 'examples/submission-updated/cases.yaml' },
    ],
    [
      'a case without a sentence',
      cases('says: White space between tokens has no meaning.', 'says: ""'),
      'says: ""… #/valid~1compact/says cases/shape: says of valid/compact is missing or wrong.… Write says: one sentence',
    ],
    [
      'a case with a field that it has no use for',
      cases('rule: 4.2.body', 'rule: 4.2.body\n  keyword: type'),
      'keyword: type… #/valid~1compact/keyword cases/shape: valid/compact has no field keyword.… Delete keyword.',
    ],
    [
      'an invalid example that a program might use',
      edit('examples/agent/cases.yaml')('  /uuid: Without it', '  /companyName2: Without it'),
      "path: /uuid… #/invalid~1uuid-is-null/path cases/no-reason: Readers refuse what invalid/uuid-is-null shows, but unusable does not say why at '/uuid'.… Add '/uuid': \"<why a program could not go on>\" to unusable, or mark the member x-sender-only",
      { follows: true },
    ],
    [
      'a reason that is not a sentence',
      edit('examples/visa/cases.yaml')('/uuid: Without it', '/uuid: [] #'),
      "path: /uuid… cases/no-reason: Readers refuse what invalid/… Add '/uuid'",
    ],
    [
      'a reason that no example needs',
      edit('examples/agent/cases.yaml')('unusable:\n', 'unusable:\n  /uuids: Nobody knows.\n'),
      "/uuids:… #/unusable/~1uuids cases/unused-reason: No invalid example fails at '/uuids'.… Did you mean /uuid",
    ],
    [
      'a schema without examples',
      [
        { file: 'schemas/note.yaml', to: 'title: Note\ndescription: A note.\ntype: string\n' },
        { file: 'examples/note/valid/short.json', to: '"a"' },
        { file: 'examples/note/cases.yaml', to: 'valid/short: { says: Short., rule: "2.1" }' },
      ],
      'title: Note… # examples/missing: This schema has no invalid example.… Add examples/note/invalid/<case>.json',
    ],
    [
      'examples of an unknown schema',
      [
        { file: 'examples/agents/valid/a.json', to: '{}' },
        { file: 'examples/agents/cases.yaml', to: 'valid/a: { says: A., rule: "2.1" }' },
      ],
      '{}… # examples/misplaced: There is no schemas/agents.yaml for this example.… Move it to examples/agent/valid/.',
    ],
    [
      'a folder that is not one of the four',
      { file: 'examples/agent/tolerant/a.json', to: '{}' },
      '{}… # examples/misplaced: Folder tolerant is not one of valid, tolerated, invalid, unparseable.… Move it to examples/agent/tolerated/.',
      { follows: true },
    ],
    [
      'examples that nothing says anything about',
      { file: 'examples/agent/cases.yaml' },
      '# cases/missing: Nothing says what these examples show.… Write one entry per file',
    ],
  ],
  documentExamples: [
    [
      'the payload of a message that its schema refuses',
      returned('"status": "RETURNED"', '"status": 7'),
      'payload:… #/components/messages/submissionUpdated/examples/1/payload document-examples/refused: The schema refuses this example: /submission/status must be string (type).… Correct the example, or show one from',
      { file: 'asyncapi.yaml' },
    ],
    [
      'the headers of a message that their schema refuses',
      events('X-Platform-Signature: sha256=0', 'X-Platform-Signature: sha1=0'),
      'headers:… #/components/messages/submissionUpdated/examples/0/headers document-examples/refused: The schema refuses this example: /X-Platform-Signature must match pattern… Correct the example',
    ],
    [
      'a file shown for a media type that its schema refuses',
      api(
        './examples/error-response/valid/forbidden.json',
        './examples/country-list/valid/two-countries.json',
      ),
      'two-countries.json… #/components/responses/Forbidden/content/application~1json/examples/forbidden/externalValue document-examples/refused: The schema refuses this example: /error must be there (required).… Correct the example',
    ],
    [
      'the example of a header that its schema refuses',
      api('\'"default";r=57;t=12\'', '57'),
      'example: 57… #/components/headers/RateLimit/example document-examples/refused: The schema refuses this example: the value must be string (type).… Correct the example',
    ],
    [
      'a header without an example',
      api('      example: \'"default";r=57;t=12\'\n', ''),
      'RateLimit:… #/components/headers/RateLimit document-examples/missing: This header shows no example.… Add example: with a value as it travels.',
    ],
    [
      'an example that its schema refuses',
      operator('companyName: Skyline Travel', 'companyName: 1'),
      'example:… #/paths/~1operator~1v1~1partners/get/responses/200/content/application~1json/example document-examples/refused: The schema refuses this example: /items/0/companyName must be string (type).… Correct the example',
    ],
    [
      'an error with the status of another',
      operator('statusCode: 413', 'statusCode: 415'),
      'example:… #/components/responses/ContentTooLarge/content/application~1json/example document-examples/other-status: This example says statusCode 415 under the status 413.… Show an example with statusCode: 413.',
      { follows: true },
    ],
  ],
}
