import { describe, expect, it } from 'vitest';
import { isSpoken, oldestProtocol, protocolHistory, protocolVersion, speaksWith, spoken, unsaidProtocol } from './version.ts';

describe('the version of the wire', () => {
  it('has a history line for every version', () => {
    expect(Object.keys(protocolHistory).map(Number)).toEqual(Array.from({ length: protocolVersion }, (_, index) => index + 1));
  });
});

describe('who speaks with whom', { tags: ['M-9', 'D-30'] }, () => {
  it('a console that does not know the forms that are signed now is too old: its verdicts would be of forgery', {
    tags: ['P-2', 'P-10'],
  }, () => {
    const knowsTheForms = Object.entries(protocolHistory).find(([, line]) => line.includes('laterStatements'))?.[0];
    expect(oldestProtocol).toBe(Number(knowsTheForms));
    expect([unsaidProtocol, 16, 17, 18, 19].map((version) => isSpoken(version))).toEqual([false, false, true, true, true]);
    expect(speaksWith({ version: 16, oldest: 7 })).toBe(false);
  });

  it('the platform speaks with its own version, newer ones, older ones down to the oldest, and who is no console; a console that does not say is of version 7', () => {
    expect([protocolVersion, protocolVersion + 1, oldestProtocol].map((version) => isSpoken(version))).toEqual([true, true, true]);
    expect([oldestProtocol - 1, 0, Number.NaN].map((version) => isSpoken(version))).toEqual([false, false, false]);
    expect(isSpoken(unsaidProtocol, { version: 9, oldest: 7 })).toBe(true);
    expect(isSpoken(unsaidProtocol, { version: 9, oldest: 8 })).toBe(false);
    expect(isSpoken(null, { version: 9, oldest: 8 })).toBe(true);
  });

  it('the console is out of step with a platform that is too new for it, and with one that was set back too far', () => {
    expect(speaksWith(spoken)).toBe(true);
    expect(speaksWith({ version: 12, oldest: 9 }, { version: 9, oldest: 7 })).toBe(true);
    expect(speaksWith({ version: 12, oldest: 10 }, { version: 9, oldest: 7 })).toBe(false);
    expect(speaksWith({ version: 6, oldest: 1 }, { version: 9, oldest: 7 })).toBe(false);
  });
});
