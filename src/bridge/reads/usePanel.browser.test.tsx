import { expect, it, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { stageFrame, stageRow } from '../../../tests/builders/operations.ts';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { personsDevice } from '../../../tests/builders/personsDevice.ts';
import { madeRoom } from '../../store/freeing.ts';
import { readStages } from '../../store/read.ts';
import { ConsoleDb } from '../../store/schema.ts';
import { hub } from '../hub/hub.ts';
import { hubStatus } from '../hub/pageState.ts';
import { listRead, usePanel } from './usePanel.ts';
import { useSeries } from './useSeries.ts';
import { useStored } from './useStored.ts';

const lag = 'stage.decision_service.lag' as const;
const store = personsDevice();

const answered = (asOfSeq: number) => ({ receivedAt: Date.now(), asOfSeq, epoch: 'e1', extent: 'whole' }) as const;

it('rows that events brought before any answer are not shown; once one has come they are, with its age', { tags: ['D-15'] }, async () => {
  const seen: string[] = [];
  function Stages() {
    const stored = useStored(readStages, []);
    const { state, value, freshness } = usePanel('pipeline', stored, listRead);
    const line = `${stored.value?.rows.length ?? 0} held, ${state}, ${value?.rows.length ?? 'none'} shown, ${freshness.kind}`;
    seen.push(line);
    return <p>{line}</p>;
  }
  const screen = await render(<Stages />);
  await store().applyBatch({ frames: [stageFrame(2, { currentLagMinutes: 14 })], cursors: { pipeline: 2 }, epoch: 'e1', at: Date.now() });
  await expect.element(screen.getByText('1 held, loading, none shown, never')).toBeVisible();
  await store().applyAnswer('pipeline', { stages: [stageRow({ version: 3 })], lastUpdated: '2026-11-21T08:00:00Z' }, answered(3));
  await expect.element(screen.getByText('1 held, ready, 1 shown, asOf')).toBeVisible();
  expect(seen.filter((line) => /[1-9] shown, never/.test(line))).toEqual([]);
});

it('an answer that failed leaves rows of events unshown, and says why', { tags: ['D-15'] }, async () => {
  function Stages() {
    const { state, value, problem } = usePanel('pipeline', useStored(readStages, []), listRead);
    return <p>{`${state}, ${value?.rows.length ?? 'none'} shown, ${problem?.message ?? 'no problem'}`}</p>;
  }
  const screen = await render(<Stages />);
  await store().applyBatch({ frames: [stageFrame(2, { currentLagMinutes: 14 })], cursors: { pipeline: 2 }, epoch: 'e1', at: Date.now() });
  await store().noteFailure('pipeline', { code: 'unavailable', message: 'API Error: 503 Service Unavailable', retry: true }, Date.now());
  await expect.element(screen.getByText('failed, none shown, API Error: 503 Service Unavailable')).toBeVisible();
});

it('a list of which rows are damaged, were set aside, or went to make room is neither empty nor all there is', {
  tags: ['T-9', 'F-25', 'F-16'],
}, async () => {
  function Stages() {
    const { state, unread, problem } = usePanel('pipeline', useStored(readStages, []), listRead);
    return <p>{`${state}, ${unread} unread, ${problem?.message ?? 'no problem'}`}</p>;
  }
  const screen = await render(<Stages />);
  const answer = (...stages: ReturnType<typeof stageRow>[]) => ({ stages, lastUpdated: '2026-11-21T08:00:00Z' });
  const damage = async (name: string) => {
    const db = new ConsoleDb('demo', amina.id);
    await db.rows('stages').update(name, { payload: { spoilt: true } });
    db.close();
  };
  await store().applyAnswer('pipeline', answer(stageRow(), stageRow({ name: 'outbox_pump' })), answered(3));
  await expect.element(screen.getByText('ready, 0 unread, no problem')).toBeVisible();
  await damage('outbox_pump');
  await expect.element(screen.getByText('ready, 1 unread, no problem')).toBeVisible();
  await store().audit();
  await expect.element(screen.getByText('ready, 1 unread, no problem')).toBeVisible();
  await damage('decision_service');
  await expect.element(screen.getByText('failed, 2 unread, 2 rows on this device could not be read.', { exact: false })).toBeVisible();
  await store().audit();
  await expect.element(screen.getByText('failed, 2 unread, 2 rows on this device could not be read.', { exact: false })).toBeVisible();
  await store().applyAnswer('pipeline', answer(), answered(9));
  await expect.element(screen.getByText('empty, 0 unread, no problem')).toBeVisible();
  // No space: rows evicted for others are not rows that the platform lacks.
  await store().noteFailure('pipeline', madeRoom, Date.now());
  await expect.element(screen.getByText(`failed, 0 unread, ${madeRoom.message}`)).toBeVisible();
});

it('a list that lacks a damaged row is not live, however near the stream is, until the row has come', {
  tags: ['T-9', 'F-25', 'D-15'],
}, async () => {
  const before = hubStatus.get();
  onTestFinished(() => hubStatus.set(before));
  const ask = vi.spyOn(hub, 'refresh').mockResolvedValue({ ok: true, value: null });
  onTestFinished(() => ask.mockRestore());
  const at = Date.now();
  hubStatus.set({ ...before, connection: { state: 'connected', transport: 'sse', since: at, newestAt: at, heardAt: { pipeline: at } } });
  function Stages() {
    const { freshness, unread } = usePanel('pipeline', useStored(readStages, []), listRead);
    return <p>{`${freshness.kind} ${'why' in freshness ? freshness.why?.kind : ''}, ${unread} unread`}</p>;
  }
  const screen = await render(<Stages />);
  const stages = [stageRow(), stageRow({ name: 'outbox_pump' })];
  await store().applyAnswer('pipeline', { stages, lastUpdated: '2026-11-21T08:00:00Z' }, answered(3));
  await expect.element(screen.getByText('live , 0 unread')).toBeVisible();
  const db = new ConsoleDb('demo', amina.id);
  await db.rows('stages').update('outbox_pump', { payload: { spoilt: true } });
  db.close();
  await expect.element(screen.getByText('asOf damaged, 1 unread')).toBeVisible();
  expect(ask.mock.calls).toEqual([[['pipeline']]]);
  await store().applyAnswer('pipeline', { stages, lastUpdated: '2026-11-21T08:00:01Z' }, answered(4));
  await expect.element(screen.getByText('live , 0 unread')).toBeVisible();
});

it('a history is there with its age, and keeps the window before with its own until the chosen one has come', {
  tags: ['D-15'],
}, async () => {
  const seen: string[] = [];
  function History({ window }: { readonly window: '1h' | '24h' }) {
    const { of: pointsOf, freshness, state } = useSeries([lag], window, { keepPrevious: true });
    const line = `${pointsOf(lag).length} points, ${freshness.kind}, ${state}`;
    seen.push(line);
    return <p>{line}</p>;
  }
  const keep = (points: [number, number][]) => ({
    series: [{ metric: lag, points }],
    stepS: 60,
    from: '2026-11-21T07:00:00Z',
    to: '2026-11-21T08:00:00Z',
    lastUpdated: '2026-11-21T08:00:00Z',
  });
  const screen = await render(<History window="1h" />);
  await expect.element(screen.getByText('0 points, never, loading')).toBeVisible();
  await store().noteFailure('series:1h', { code: 'unavailable', message: 'API Error: 503 Service Unavailable', retry: true }, Date.now());
  await expect.element(screen.getByText('0 points, never, failed')).toBeVisible();
  await store().applyAnswer('series:1h', keep([[0, 1]]), answered(3));
  await expect.element(screen.getByText('1 points, asOf, ready')).toBeVisible();
  const two: [number, number][] = [0, 1].map((at) => [at, 1]);
  await store().applyAnswer('series:24h', keep(two), answered(3));
  await screen.rerender(<History window="24h" />);
  await expect.element(screen.getByText('2 points, asOf, ready')).toBeVisible();
  expect(seen.filter((line) => /[1-9] points, never/.test(line))).toEqual([]);
  expect(seen.slice(seen.indexOf('1 points, asOf, ready')).filter((line) => line.startsWith('0 points'))).toEqual([]);
});
