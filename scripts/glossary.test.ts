import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { genderedComments, isRetired, phrasesShown, retiredNames, retiredPatterns, retiredPhrases } from './glossaryRules.ts';
import { root } from './root.mjs';
import { parse } from './syntax.ts';

const glossary = [
  '| term | meaning | not |',
  '|---|---|---|',
  '| leader term | x | `reign`, `*World`, `most*`, `relayWords` |',
  '| kept | `inCode` in another column | plain |',
].join('\n');
const patterns = retiredPatterns(glossary);

describe('names that the glossary retires', () => {
  it('are what stands in backticks in the last column', () => {
    expect(patterns).toEqual(['reign', '*World', 'most*', 'relayWords']);
    expect(retiredPatterns(readFileSync(join(root, 'docs/GLOSSARY.md'), 'utf8'))).toContain('reign');
  });

  it.each([
    ['startReign', true],
    ['reign', true],
    ['foreign', false],
    ['OutboxWorld', true],
    ['worldMap', false],
    ['mostSessions', true],
    ['most', false],
    ['almostAll', false],
    ['relayWords', true],
    ['words', false],
  ])('%s: %s', (name, expected) => expect(isRetired(name, patterns)).toBe(expected));

  it('are found in a source wherever they stand, and not in its texts', () => {
    const source = `const text = 'reign';\nexport interface Hub { readonly reign: number }\nexport function startReign({ mostRows }: { mostRows: number }) {\n  return <b>{mostRows}{text}</b>;\n}\n`;
    expect(retiredNames(parse('a.tsx', source), source, patterns)).toEqual([
      { line: 2, text: 'reign' },
      { line: 3, text: 'startReign' },
      { line: 3, text: 'mostRows' },
    ]);
  });
});

it('a phrase that the glossary quotes as one to avoid is found in texts of every kind, and neither in names nor in comments', () => {
  const phrases = retiredPhrases('| term | meaning | not |\n|---|---|---|\n| stored | `x` | held: "is held", "held fit" |');
  expect(phrases).toEqual(['is held', 'held fit']);
  expect(retiredPhrases(readFileSync(join(root, 'docs/GLOSSARY.md'), 'utf8'))).toContain('held fit');
  const source =
    "// it is held\nconst a = 'Nothing is held.';\nconst b = `The ${a} held fit.`;\nconst c = <p>\n  It is\n  held here\n</p>;\nconst heldFit = 'withheld';\n";
  expect(phrasesShown(parse('a.tsx', source), source, phrases).map(({ text }) => text)).toEqual(['is held', 'held fit', 'is held']);
});

it('a comment that speaks of a person as he or she is found, and a text is not', () => {
  const source = "// The user keeps his key.\nexport const text = 'he';\n/** They sign in; the\n * others wait. */\nexport const a = 1;\n";
  expect(genderedComments(parse('a.ts', source), source)).toEqual([{ line: 1, text: 'his' }]);
});
