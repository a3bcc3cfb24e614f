import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { everyEndpoint } from './everyEndpoint.ts';
import { downFrameSchema } from './realtime/down.ts';
import { upFrameSchema } from './realtime/up.ts';
import { protocolHistory, protocolVersion } from './version.ts';
import { z } from './zod.ts';

/** Hash of the whole schema tree of the version named. Changed a shape on purpose? Raise `protocolVersion`, write its
 * history line, then pin the new hash here. */
const pinned = { version: 8, hash: '507866f309aeffca74e97f237318e0f2fc4c2f1a27857c86b72ee0c1277fa8a5' };

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
