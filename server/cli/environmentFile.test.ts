import { describe, expect, it } from 'vitest';
import { parseEnvironmentFile } from './environmentFile.ts';

describe('the environment file', { tags: ['M-15'] }, () => {
  it.each([
    ['a blank in a value', 'MAIL_FROM=Ukweli Console <no-reply@example.org>', { MAIL_FROM: 'Ukweli Console <no-reply@example.org>' }],
    [
      'signs that a shell would take',
      'DATABASE_URL=postgres://u:p#a$b;c@127.0.0.1/d',
      { DATABASE_URL: 'postgres://u:p#a$b;c@127.0.0.1/d' },
    ],
    ['comments, empty lines and blanks around', '# one\n\n; two\n  A=1  \n B =2', { A: '1', B: '2' }],
    ['quotes', `A="two words"\nB='it is \\ "so"'\nC="say \\"so\\" \\n"`, { A: 'two words', B: 'it is \\ "so"', C: 'say "so" \\n' }],
    ['quotes in the middle of a value', `A=it's`, { A: "it's" }],
    ['escapes and joined lines', 'A=one\\ two\nB=one \\\ntwo\nC=end\\\\', { A: 'one two', B: 'one two', C: 'end\\' }],
    ['the later of two, and an empty one', 'A=1\nA=2\nB=', { A: '2', B: '' }],
    ['lines of Windows', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ])('is read as the service reads it: %s', (_, text, env) => {
    expect(parseEnvironmentFile(text)).toEqual(env);
  });

  it.each([
    ['A=1\nexport SECRET', 'Line 2 of the environment file is no NAME=value.'],
    ['1A=SECRET', 'Line 1 of the environment file is no NAME=value.'],
    ['# c\nA="SECRET', 'Line 2 of the environment file opens a quote that it does not close.'],
  ])('%j is refused by its line, and without its contents', (text, words) => {
    expect(() => parseEnvironmentFile(text)).toThrow(words);
    expect(() => parseEnvironmentFile(text)).not.toThrow('SECRET');
  });
});
