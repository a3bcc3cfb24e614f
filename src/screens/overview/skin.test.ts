import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/access.ts';
import { attentionAge, type AttentionFacts, attentionLines, isWholeNow, notKnown } from './attentionModel.ts';
import { type SkinRow, type SkinSpec, type SlotId, standardSkin } from './skin.ts';
import { variants } from './skins.ts';

const skins: readonly SkinSpec[] = [standardSkin, ...Object.values(variants)];
const slotsOf = (rows: readonly SkinRow[]): readonly SlotId[] =>
  rows.flatMap((row) => (typeof row === 'string' ? [row] : 'columns' in row ? row.columns : row.last.flat()));

describe('skins of the overview', () => {
  it.each(skins.map((skin) => [skin.id, skin] as const))(
    '%s shows each of its slots once, on a phone as on a wide window',
    { tags: ['I-8'] },
    (_id, skin) => {
      for (const rows of [skin.wide, skin.phone]) {
        const slots = slotsOf(rows);
        expect(slots.length).toBe(new Set(slots).size);
        // Every overview needs the figures and the platform's state.
        expect(slots).toContain('summary');
      }
      const narrow = (slots: readonly SlotId[]) => slots.map((slot) => (slot === 'health' ? 'healthRows' : slot)).toSorted();
      expect(narrow(slotsOf(skin.phone))).toEqual(narrow(slotsOf(skin.wide)));
    },
  );

  it('the older one has KPIs, health, pipeline, dead letters, the DGN summary and recent verifications', { tags: ['C-23'] }, () => {
    expect(slotsOf(variants.older.wide)).toEqual(
      expect.arrayContaining(['summary', 'health', 'pipeline', 'queue', 'dgn', 'verifications']),
    );
  });

  it('the smart one has its attention list, Key Metrics, System Status, the DGN panel, activity and quick actions', {
    tags: ['I-8'],
  }, () => {
    expect(slotsOf(variants.smart.wide)).toEqual(
      expect.arrayContaining(['attentionList', 'summary', 'health', 'dgn', 'activity', 'quick']),
    );
    expect(variants.smart.words).toEqual({ summary: 'Key Metrics', health: 'System Status' });
  });

  it('the redesign has its theme toggle, and the confidence card', { tags: ['I-8'] }, () => {
    expect(variants.morphic.head).toContain('theme');
    expect(slotsOf(variants.morphic.wide)).toEqual(
      expect.arrayContaining(['attention', 'summary', 'health', 'activity', 'quick', 'confidence']),
    );
  });
});

describe('what needs a hand', () => {
  const at = '2025-11-18T11:20:00.000Z';
  const facts: AttentionFacts = {
    componentsAt: Date.parse('2025-11-18T11:02:00.000Z'),
    letters: [
      {
        itemId: 'DLQ-1',
        errorCode: 'X',
        errorMessage: '',
        retryCount: 0,
        correlationId: 'c',
        failedAt: '2025-11-18T09:00:00.000Z',
        version: 1,
      },
    ],
    stages: [
      {
        name: 'decision_service',
        status: 'red',
        queueDepth: 3,
        processingRate: 1,
        errorCount: 0,
        lastProcessedAt: at,
        sloThresholdMinutes: 5,
        currentLagMinutes: 12.4,
        version: 1,
      },
    ],
    components: [{ name: 'database', status: 'critical', uptime: 99, latency: { p50: 1, p95: 2 }, version: 1 }],
    kpis: null,
    notifications: [
      {
        notificationId: 'N-1',
        level: 'warning',
        title: '1 item in Dead Letter Queue',
        body: '',
        time: at,
        link: '/operations/dlq',
        version: 1,
      },
      { notificationId: 'N-2', level: 'warning', title: 'Key retires soon', body: '', time: at, link: '/operations/evidence', version: 1 },
      { notificationId: 'N-3', level: 'warning', title: 'Read', body: '', time: at, link: null, readAt: at, version: 1 },
      { notificationId: 'N-4', level: 'info', title: 'For information', body: '', time: at, link: null, version: 1 },
    ],
    now: Date.parse('2025-11-18T11:26:06.000Z'),
  };

  it('lists breaches, components and dead letters before warnings, and no warning that only repeats one of them', { tags: ['I-8'] }, () => {
    const lines = attentionLines(facts, permissionsOf('operator'));
    expect(lines.map(({ title, href }) => [title, href])).toEqual([
      ['Decision Service is over its limit', '/operations/pipeline'],
      ['Database is critical', '/system/health'],
      ['1 item in Dead Letter Queue requires review', '/operations/dlq'],
      ['Key retires soon', '/operations/evidence'],
    ]);
    expect(lines[0]?.detail).toBe('Lag 12.4 min against 5');
  });

  it('a line whose page the person may not open leads nowhere', { tags: ['I-8', 'D-38'] }, () => {
    expect(attentionLines(facts, new Set(['view:dashboard', 'view:health'])).map(({ href }) => href)).toEqual([
      undefined,
      '/system/health',
      undefined,
      undefined,
    ]);
  });

  it('I-8: a component is told as of when its state is known, and the list is as old as the oldest that it is made of, whichever that is', {
    tags: ['T-9', 'D-15'],
  }, () => {
    const [, database] = attentionLines(facts, permissionsOf('operator'));
    expect(database?.at).toBe(facts.componentsAt);
    const live = { freshness: { kind: 'live', at: 9 } } as const;
    const all = { letters: live, stages: live, components: live, kpis: live, notifications: live };
    expect(attentionAge(all)).toEqual({ kind: 'live', at: 9 });
    for (const key of ['letters', 'stages', 'components', 'kpis', 'notifications'] as const) {
      expect(attentionAge({ ...all, [key]: { freshness: { kind: 'asOf', at: 5 } } })).toEqual({ kind: 'asOf', at: 5 });
      // Data the role may not see is not stored and has no age.
      expect(attentionAge({ ...all, [key]: { freshness: { kind: 'never' } } })).toEqual({ kind: 'live', at: 9 });
    }
  });

  it('I-8: silence is order only over rows that are live, and all of which can be read', { tags: ['T-9', 'F-25'] }, () => {
    const live = { kind: 'live', at: 1 } as const;
    for (const state of ['loading', 'ready', 'empty', 'failed'] as const)
      for (const unread of [0, 1])
        for (const freshness of [live, { kind: 'asOf', at: 1 } as const, { kind: 'never' } as const])
          expect(isWholeNow({ state, unread, freshness }), `${state} ${unread} ${freshness.kind}`).toBe(
            (state === 'ready' || state === 'empty') && unread === 0 && freshness === live,
          );
  });

  it('names what nobody can say just now, so that silence is not taken for order, and nothing that the role may not see', {
    tags: ['I-8', 'D-15'],
  }, () => {
    const source = (name: string, known: boolean, forbidden = false) => ({ name, known, forbidden });
    expect(notKnown([source('pipeline', true), source('health', true), source('dead letters', false, true)])).toBeNull();
    expect(notKnown([source('pipeline', false), source('health', true)])).toBe('pipeline');
    expect(notKnown([source('pipeline', false), source('health', false), source('latency', false)])).toBe('pipeline, health and latency');
  });

  it('is empty where all is well, and says nothing of what is not known', { tags: ['I-8'] }, () => {
    expect(attentionLines({ ...facts, letters: null, stages: null, components: null, notifications: [] }, permissionsOf('admin'))).toEqual(
      [],
    );
  });
});
