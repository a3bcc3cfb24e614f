import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { everyEndpoint } from './everyEndpoint.ts';
import { downFrameSchema } from './realtime/down.ts';
import { upFrameSchema } from './realtime/up.ts';
import { isSpoken, oldestProtocol, protocolHistory, protocolVersion, speaksWith, spoken, unsaidProtocol } from './version.ts';
import { z } from './zod.ts';

/**
 * Hash of the whole schema tree of that version. After an intended change: increase `protocolVersion`, add its history line, then pin the
 * new hash here.
 */
const pinned = { version: 29, hash: '95a5ad50feb2789ef2a0f9d46317f57d009c07a4a7caeca3e9836e9614808c88' };

function schemaTree(): string {
  const rows = Object.entries(everyEndpoint).map(([id, row]) => {
    const parts = (['query', 'body', 'answer'] as const).map((part) =>
      part in row ? z.toJSONSchema(row[part as 'answer'], { io: 'input' }) : null,
    );
    return [id, row.method, row.path, ...parts];
  });
  return JSON.stringify([rows, z.toJSONSchema(downFrameSchema), z.toJSONSchema(upFrameSchema)]);
}

describe('the version of the wire', () => {
  it('has a history line for every version', () => {
    expect(Object.keys(protocolHistory).map(Number)).toEqual(Array.from({ length: protocolVersion }, (_, index) => index + 1));
  });

  it('moves with every change of a shape', () => {
    expect({ version: protocolVersion, hash: createHash('sha256').update(schemaTree()).digest('hex') }).toEqual(pinned);
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
