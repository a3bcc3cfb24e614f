import { describe, expect, it } from 'vitest';
import { claimTest, claimTexts, isView, judgeClaimTexts, listedLabels } from './claimWordsRules.ts';

const table = [
  '| words | function |',
  '| Verified, All … signatures verified here | `recordVerified` | true | never | `a.test.ts` |',
  '| … | `deedDone` | true | never | `b.test.ts` |',
].join('\n');
const words = listedLabels(table);
const claims = claimTest(words);
const told = (source: string) => claimTexts('src/screens/x/View.tsx', source, claims).map(({ line, text }) => `${line} ${text}`);

describe('views say no word of success as a literal', { tags: ['T-9', 'D-69'] }, () => {
  it('lists the words of docs/CLAIMS.md, of deeds and of the issue, and no hole by itself', () => {
    expect(words).toEqual(
      expect.arrayContaining(['Verified', 'All … signatures verified here', 'Profile saved', 'On target', 'Nothing unsent']),
    );
    expect(words).not.toContain('…');
  });

  it('finds them as a text between tags, an attribute, a value, a template and a choice', () => {
    expect(told(`export const a = <StatusBadge>Verified</StatusBadge>;`)).toEqual(['1 Verified']);
    expect(told(`export const a = <p aria-label="Signed out">x</p>;`)).toEqual(['1 Signed out']);
    expect(told(`const looks = { verified: ['info', 'Verified'] };`)).toEqual(['1 Verified']);
    expect(told('\nconst a = `All ${n} signatures verified here`;')).toEqual(['2 All … signatures verified here']);
    expect(told(`const a = live ? 'On target' : 'Was on target';`)).toEqual(['1 On target']);
    expect(told(`toast({ tone: 'info', title: 'Profile saved' });`)).toEqual(['1 Profile saved']);
    expect(told(`const a = <b>{count} of {total} {'sent'}</b>;`)).toEqual(['1 … of … sent']);
    expect(told(`const a = 'Saved ' + count + ' files';`)).toEqual(['1 Saved … files']);
  });

  it('finds them behind a tag, in pieces, and in what a hole is filled with', () => {
    expect(told(`export const a = <b><Check /> Verified</b>;`)).toEqual(['1 … Verified']);
    expect(told(`export const a = <b>{'Veri' + 'fied'}</b>;`)).toEqual(['1 Verified']);
    expect(told(`export const a = <b>The pack is {ok ? 'verified' : 'lost'}</b>;`)).toEqual(['1 verified']);
    expect(told(`const a = state === 'Verified' ? 'Paid' : '';`)).toEqual(['1 Paid']);
  });

  it('looks at views, at no test and not at what decides a claim', () => {
    expect(['src/ui/status/Tag.tsx', 'src/app/App.tsx', 'src/screens/rbf/model.ts'].filter(isView)).toHaveLength(3);
    expect(
      [
        'src/domain/claims/states.ts',
        'src/ui/status/Tag.test.tsx',
        'src/ui/status/Tag.browser.test.tsx',
        'src/ui/x.css',
        'src/uix/a.ts',
      ].filter(isView),
    ).toEqual([]);
  });

  it('leaves prose that holds the word, machines’ values, types, keys and comparisons alone', () => {
    for (const source of [
      `const a = 'The verified share of all records';`,
      `const a = <p>Not verified yet</p>;`,
      `const a = <p>What was verified before it was moved stays in the list.</p>;`,
      `type Kind = 'Verified' | 'Paid';`,
      `const a = state === 'Verified';`,
      `const kind = 'live';`,
      `import { x } from './Verified.ts';`,
      `const a = <i className="Verified" data-state="Paid" />;`,
      `const a = words.includes('Verified');`,
      `const a = { Verified: 1 };`,
    ])
      expect([source, told(source)]).toEqual([source, []]);
  });

  it('allows a text by file, as often as said, and refuses what is allowed and no longer there', () => {
    const found = claimTexts('a.tsx', `const a = ['Verified', 'Verified', 'Paid'];`, claims);
    const verified = { text: 'Verified', why: 'filter option' } as const;
    expect(judgeClaimTexts(found, {}).refused).toHaveLength(3);
    expect(judgeClaimTexts(found, { 'a.tsx': [verified] }).refused).toHaveLength(3);
    expect(judgeClaimTexts(found, { 'a.tsx': [{ ...verified, times: 2 }] }).refused.map(({ text }) => text)).toEqual(['Paid']);
    expect(judgeClaimTexts(found, { 'b.tsx': [verified] })).toMatchObject({
      gone: ["b.tsx: 'Verified' is allowed once and there 0 times"],
    });
  });
});
