import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GENESIS } from '../../src/domain/records/chain.ts';
import { eventFrameSchema } from '../../src/contracts/realtime/frame.ts';
import { z } from '../../src/contracts/zod.ts';
import { addEntry } from '../entities/incidents.ts';
import { writeTransaction } from '../realtime/log.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { type AuditEntry, sealOf } from './audit.ts';
import { createIntegrityWalk } from './integrity.ts';
import { checkLists, checkText, isSound } from './recordCheck.ts';

const minute = 60_000;
const tenantId = 'demo';

let test: TestPlatform;
let start: number;
beforeEach(async () => {
  test = await createTestPlatform();
  start = test.clock.now().getTime();
  for (const incident_id of ['INC-1', 'INC-7'])
    await test.platform.db
      .insertInto('incidents')
      .values({
        tenant_id: tenantId,
        incident_id,
        severity: 'sev3',
        title: 'Test',
        description: '',
        created_at: new Date(start),
        resolved_at: null,
        runbook_url: null,
        affected_services: '[]',
        version: 1,
      })
      .execute();
});
afterEach(() => test.close());

const at = (ms: number): string => new Date(start + ms).toISOString();
/** Sets the clock, as a database server's clock may be set. */
const set = (ms: number): void => test.clock.set(new Date(start + ms));
const held = async (list: string): Promise<string | undefined> =>
  new RegExp(`^ukweli_times_held_total\\{list="${list}"\\} (.*)$`, 'm').exec(await test.platform.metrics.text())?.[1];

const entry: AuditEntry = {
  tenantId,
  actor: { id: null, name: 'Test' },
  action: 'test.line',
  target: 'x',
  outcome: 'done',
  correlationId: 'times-back',
  ip: null,
};
const lines = () =>
  test.platform.db.selectFrom('audit_records').selectAll().where('tenant_id', '=', tenantId).orderBy('chain_index').execute();
const put = async (text: string): Promise<void> => {
  await writeTransaction(test.platform, tenantId, async (trx, emit, now) => {
    await addEntry({ trx, tenantId, now }, 'INC-1', { kind: 'note', by: '', text });
    emit({ type: 'system.notice', resourceId: 'x', data: { text }, correlationId: 'times-back' });
  });
};

describe('what is appended after the database’s clock went back', { tags: ['S-6', 'F-43'] }, () => {
  it('is dated no earlier than what stands before it; a line of the record carries what the clock said, sealed with it', async () => {
    const { audit } = test.platform;
    for (const ms of [0, 600 * 1000, -10 * minute, 599 * 1000, 598 * 1000, 11 * minute]) {
      set(ms);
      await audit.record(null, { ...entry, details: { said: at(ms) } });
    }
    expect((await lines()).map((line) => [line.at, line.details])).toEqual([
      [at(0), { said: at(0) }],
      [at(600_000), { said: at(600_000) }],
      [at(600_000), { said: at(-10 * minute), clock_said: at(-10 * minute) }],
      // Within the normal difference between clocks, no detail is added.
      [at(600_000), { said: at(599_000) }],
      [at(600_000), { said: at(598_000) }],
      [at(11 * minute), { said: at(11 * minute) }],
    ]);
    expect([await audit.firstBroken(tenantId), await held('record')]).toEqual([null, '1']);
    expect(isSound(await checkLists(test.platform.db))).toBe(true);
  });

  it('the same in the log and in a time line; the log keeps what the clock said beside it', async () => {
    for (const ms of [0, 10 * minute, -10 * minute, 11 * minute]) {
      set(ms);
      await put(at(ms));
    }
    const dated = [at(0), at(10 * minute), at(10 * minute), at(11 * minute)];
    const { db } = test.platform;
    const entries = await db.selectFrom('incident_entries').select('at').where('incident_id', '=', 'INC-1').orderBy('place').execute();
    expect(entries.map((one) => new Date(one.at).toISOString())).toEqual(dated);
    const events = await db
      .selectFrom('events')
      .select(['ts', 'logged_at', 'frame'])
      .where('tenant_id', '=', tenantId)
      .orderBy('seq')
      .execute();
    expect(events.map(({ ts }) => new Date(ts).toISOString())).toEqual(dated);
    expect(events.map(({ frame }) => z.parse(eventFrameSchema, JSON.parse(frame)).ts)).toEqual(dated);
    expect(events.map(({ logged_at }) => new Date(logged_at).toISOString())).toEqual([
      at(0),
      at(10 * minute),
      at(-10 * minute),
      at(11 * minute),
    ]);
    expect(await held('log')).toBe('1');
  });

  it('each tenant’s by itself: what one holds from the future dates nothing of another', async () => {
    set(10 * minute);
    await put('ahead');
    await test.platform.audit.record(null, entry);
    set(0);
    const now = await writeTransaction(test.platform, 'kampala', async (_trx, _emit, moment) => moment);
    await test.platform.audit.record(null, { ...entry, tenantId: 'kampala' });
    const line = await test.platform.db
      .selectFrom('audit_records')
      .select(['at', 'details'])
      .where('tenant_id', '=', 'kampala')
      .executeTakeFirst();
    expect([now.toISOString(), line]).toEqual([at(0), { at: at(0), details: {} }]);
  });
});

describe('the check of lists in which the time goes back', { tags: ['S-6'] }, () => {
  /** As instances with separate clocks used to write it: sealed and linked, each line dated by its writer's clock. */
  async function writtenBefore(): Promise<void> {
    const { db } = test.platform;
    let before = GENESIS;
    for (const [index, ms] of [0, 10 * minute, 5 * minute, 6 * minute, 0].entries()) {
      const row = {
        tenant_id: tenantId,
        chain_index: index,
        at: at(ms),
        actor_id: null,
        actor_name: 'Test',
        action: 'test.line',
        target: 'x',
        outcome: 'done',
        correlation_id: 'c',
        ip: null,
        details: {},
        prev_hash: before,
        hash: '',
      } as const;
      before = sealOf(row);
      await db
        .insertInto('audit_records')
        .values({ ...row, details: '{}', hash: before })
        .execute();
    }
    for (const [index, ms] of [0, 3000, 1500].entries())
      await db
        .insertInto('incident_entries')
        .values({
          tenant_id: tenantId,
          incident_id: 'INC-7',
          place: index + 1,
          at: at(ms),
          decided_at: null,
          kind: 'note',
          by_name: '',
          by_id: null,
          text: 'x',
          still_held: null,
          severity: null,
        })
        .execute();
  }

  it('names each place of each list, by how much, and calls the links whole', async () => {
    await writtenBefore();
    await put('in order');
    const checks = (await checkLists(test.platform.db)).filter((check) => check.tenantId === tenantId);
    expect(checks.map(({ list, broken, places, backs }) => [list, broken, places, backs])).toEqual([
      ['verification chain', null, 0, []],
      [
        'record',
        null,
        5,
        [
          { place: 2, byMs: 5 * minute },
          { place: 4, byMs: 6 * minute },
        ],
      ],
      ['log of events', null, 1, []],
      ['time lines of incidents', null, 1, []],
      ['time line of INC-7', null, 3, [{ place: 3, byMs: 1500 }]],
    ]);
    expect(isSound(checks)).toBe(false);
    expect(checkText(checks)).toBe(
      [
        'demo: verification chain: 0 links, in order.',
        'demo: record: 5 lines. Its time goes back at 2 lines, first at line 2, by 300 s.',
        '  line 2: 300.000 s',
        '  line 4: 360.000 s',
        'demo: log of events: 1 event, in order.',
        'demo: time lines of incidents: 1 place, in order.',
        'demo: time line of INC-7: 3 places. Its time goes back once: place 3 is dated 2 s before the one before it.',
        '  place 3: 1.500 s',
        '',
      ].join('\n'),
    );
  });

  it('names the link that does not hold', async () => {
    await writtenBefore();
    const last = (await lines()).at(-1);
    await behindTheRules(test.platform.db, (trx) =>
      trx
        .insertInto('audit_records')
        .values({ ...last, chain_index: 5, details: '{}', audit_id: undefined } as never)
        .execute(),
    );
    const found = (await checkLists(test.platform.db)).find((check) => check.tenantId === tenantId && check.list === 'record');
    expect(found).toMatchObject({ broken: 5, places: 5 });
    expect(checkText(found === undefined ? [] : [found])).toContain('demo: record: line 5 DOES NOT HOLD; 5 lines before it.');
  });

  it('is also made by the platform while it runs, which says each place once and opens no incident', async () => {
    await writtenBefore();
    const walk = createIntegrityWalk(test.platform);
    for (let pass = 0; pass < 3; pass += 1) await walk.step(tenantId);
    expect(test.logged.filter((line) => line.includes('integrity.time_back')).map((line) => JSON.parse(line))).toMatchObject([
      { tenantId, list: 'record', place: 2, bySeconds: 300 },
      { tenantId, list: 'record', place: 4, bySeconds: 360 },
    ]);
    const incidents = await test.platform.db.selectFrom('incidents').select('incident_id').where('tenant_id', '=', tenantId).execute();
    expect(incidents).toHaveLength(2);
  });
});
