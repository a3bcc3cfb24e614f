import { describe, expect, it } from 'vitest';
import type { Permission } from '../../src/contracts/access.ts';
import { mayFollow, readWanted } from './topics.ts';

const held = (...permissions: Permission[]): ReadonlySet<Permission> => new Set(permissions);
const ask = (topics?: string, since?: string, lastEventId?: string) => ({ topics, since, lastEventId });

describe('topics of a stream', () => {
  it('leaves out what the reader may not see, and never the control topic', { tags: ['D-14'] }, () => {
    const wanted = readWanted(ask(), held('view:kpi'));
    expect(wanted).toEqual({
      ok: true,
      cursors: new Map([
        ['kpis', null],
        ['system', null],
      ]),
    });
    expect(mayFollow('verifications', held('view:kpi'))).toBe(false);
    expect(mayFollow('system', held())).toBe(true);
  });

  it('refuses a topic asked for by name without its permission, in topics and in since', { tags: ['D-14'] }, () => {
    expect(readWanted(ask('kpis,health'), held('view:kpi'))).toEqual({ ok: false, code: 'forbidden' });
    expect(readWanted(ask(undefined, 'health:3'), held('view:kpi'))).toEqual({ ok: false, code: 'forbidden' });
  });

  it('takes cursors by topic, and a Last-Event-ID for all of them', { tags: ['D-14'] }, () => {
    expect(readWanted(ask('kpis', 'kpis:7,system:9'), held('view:kpi'))).toEqual({
      ok: true,
      cursors: new Map([
        ['kpis', 7],
        ['system', 9],
      ]),
    });
    expect(readWanted(ask('kpis', 'kpis:7', '8'), held('view:kpi'))).toEqual({
      ok: true,
      cursors: new Map([
        ['kpis', 8],
        ['system', 8],
      ]),
    });
  });

  it.each(['kpis', 'kpis:', 'kpis:-1', 'kpis:1.5', 'kpis:1e3', 'kpis:1:2', '*:1', 'kampala:1', 'kpis:9999999999999999'])(
    'refuses the cursor %s',
    { tags: ['D-14'] },
    (since) => {
      expect(readWanted(ask(undefined, since), held('view:kpi'))).toEqual({ ok: false, code: 'bad_request' });
    },
  );
});
