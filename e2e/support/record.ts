import { expect, type Page } from '@playwright/test';
import type { EventFrame, Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import { readTables } from './deviceStore.ts';
import { deviceEvents, type Oracle } from './oracle.ts';

/** Topics of which the device's record holds every event, once. */
const topics = ['verifications', 'pipeline', 'health', 'kpis', 'system'] as const;

const framesOf = (frames: readonly EventFrame[], topic: Topic) => frames.filter(({ type }) => type.startsWith(`${topic}.`));

/**
 * The universal pass criterion of FAULTS.md while the platform keeps running: the device's record holds every event numbered so far, from
 * the device's first recorded event on, each exactly once and in order.
 */
export async function expectWholeRecord(page: Page, oracle: Oracle): Promise<void> {
  const head = await oracle.head();
  const log = (await oracle.log(0)).filter(({ seq }) => seq <= head);
  await expect(async () => {
    const held = (await deviceEvents(page)).filter(({ seq }) => seq <= head);
    for (const topic of topics) {
      const mine = framesOf(held, topic).map(({ seq }) => seq);
      const first = mine[0] ?? Number.POSITIVE_INFINITY;
      const theirs = framesOf(log, topic).map(({ seq }) => seq);
      expect(mine, `${topic}: none missing, none twice, in order`).toEqual(theirs.filter((seq) => seq >= first));
    }
    expect(held.length, 'events in the record').toBeGreaterThan(0);
  }).toPass({ timeout: 60_000, intervals: [250] });
}

/** Tables whose rows the stream updates: the resource that fetches them, and their key. */
const fed = [
  { topic: 'pipeline', table: 'stages', resource: 'pipeline', key: 'name' },
  { topic: 'health', table: 'components', resource: 'health', key: 'name' },
] as const;

/**
 * F-15: the rows, events and end position of each batch are written together or not at all. Checked in one snapshot: no recorded event
 * has an older row, no row contains an unrecorded event unless a fetch brought it, and the record ends at its stored end position.
 */
export async function expectWholeTransactions(page: Page): Promise<void> {
  const held = await readTables(page, ['cursors', 'segments', 'sync', ...fed.map(({ table }) => table)]);
  const rowsOf = <Row>(table: string) => (held[table] ?? []) as readonly Row[]; // as src/store writes them
  const log = rowsOf<{ readonly id: string; readonly recorded?: TopicSeqs; readonly cursors?: TopicSeqs }>('cursors').find(
    ({ id }) => id === 'log',
  );
  const segments = rowsOf<{ readonly topic: Topic; readonly lastSeq: number; readonly payload: readonly EventFrame[] }>('segments');
  for (const { topic, table, resource, key } of fed) {
    const mine = segments.filter((segment) => segment.topic === topic);
    const end = mine.at(-1)?.lastSeq;
    expect(log?.recorded?.[topic], `${topic}: the record's end`).toBe(end);
    const fetched = rowsOf<{ readonly resource: string; readonly asOfSeq: number | null }>('sync').find((row) => row.resource === resource);
    const whole = Math.max(end ?? 0, fetched?.asOfSeq ?? 0);
    expect(log?.cursors?.[topic] ?? 0, `${topic}: the cursor covers what is stored`).toBeLessThanOrEqual(whole);
    const newest = new Map(mine.flatMap(({ payload }) => payload).map((frame) => [frame.resourceId, frame.version]));
    for (const row of rowsOf<{ readonly seq: number; readonly version: number; readonly [key: string]: unknown }>(table)) {
      const name = String(row[key]);
      expect(row.version, `${name}: row and record`).toBeGreaterThanOrEqual(newest.get(name) ?? 0);
      expect(row.seq, `${name}: recorded or fetched`).toBeLessThanOrEqual(whole);
    }
  }
}
