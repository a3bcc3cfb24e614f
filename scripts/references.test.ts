import { expect, it } from 'vitest';
import { deadReferencesIn, deadReferencesInComments, headingsOf } from './references.ts';

const citable = {
  ids: new Set(['C-57', 'F-17']),
  headings: new Map([
    ['LOOK', ['Wall (read at 4 m)']],
    ['DESIGN', ['3. How data flows']],
  ]),
};

it('a citation of a row or a heading that does not exist is found, with its line', () => {
  expect(deadReferencesIn('Keeps order (C-57).\nSee F-99 and LOOK, Charts.', citable)).toEqual([
    { line: 2, text: 'F-99' },
    { line: 2, text: 'LOOK, Charts' },
  ]);
});

it.each([
  'C-57, F-17',
  'LOOK, Wall',
  'DESIGN section 3',
  'DESIGN, section 3',
  'ECDSA P-256',
  'SPEC R-18',
  'UTF-8',
  'AES-256',
  'rows A-1b',
  'vrf-C-99',
])('%s is no dead citation', (text) => expect(deadReferencesIn(text, citable)).toEqual([]));

it('in a source only comments are read', () => {
  const source = "const id = 'C-99';\n// after C-98\nexport const a = id; /* of\n F-98 */\n";
  expect(deadReferencesInComments('a.ts', source, citable)).toEqual([
    { line: 2, text: 'C-98' },
    { line: 4, text: 'F-98' },
  ]);
});

it('headings and names in bold are read without their marks', () => {
  expect(headingsOf('# One\ntext\n- **Banner** (40)\n## 2. Two\n')).toEqual(['One', 'Banner', '2. Two']);
});
