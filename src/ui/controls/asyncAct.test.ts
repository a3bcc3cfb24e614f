import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AsyncAct, type AsyncActEffect, type AsyncActEvent, idleAct, outcomeMs, stepAsyncAct } from './asyncAct.ts';

const pressed: AsyncActEvent = { kind: 'pressed', disabled: false };

function play(...events: readonly AsyncActEvent[]): {
  readonly phases: string[];
  readonly effects: AsyncActEffect[];
  readonly act: AsyncAct;
} {
  let act = idleAct;
  const phases: string[] = [];
  const effects: AsyncActEffect[] = [];
  for (const event of events) {
    const next = stepAsyncAct(act, event);
    act = next.act;
    phases.push(act.phase);
    if (next.effect !== null) effects.push(next.effect);
  }
  return { phases, effects, act };
}

describe('an act that a button starts', { tags: ['I-19'] }, () => {
  it.each([
    [true, 'success'],
    [false, 'error'],
  ] as const)('goes from idle over loading to its outcome (%s) and back to idle after 2 s', (ok, outcome) => {
    const { phases, effects } = play(pressed, { kind: 'ended', run: 1, ok }, { kind: 'rested', run: 1 });
    expect(phases).toEqual(['loading', outcome, 'idle']);
    expect(effects).toEqual([
      { kind: 'start', run: 1 },
      { kind: 'rest', run: 1, afterMs: 2000 },
    ]);
    expect(outcomeMs).toBe(2000);
  });

  it('ignores clicks while it works and while it says how it went', () => {
    const { effects } = play(pressed, pressed, { kind: 'ended', run: 1, ok: true }, pressed, pressed);
    expect(effects.filter(({ kind }) => kind === 'start')).toHaveLength(1);
    expect(play(pressed, { kind: 'ended', run: 1, ok: false }, { kind: 'rested', run: 1 }, pressed).phases.at(-1)).toBe('loading');
  });

  it('ignores clicks while it is barred, and an answer that comes for an earlier press', () => {
    expect(play({ kind: 'pressed', disabled: true }).act).toBe(idleAct);
    const second = play(pressed, { kind: 'ended', run: 1, ok: true }, { kind: 'rested', run: 1 }, pressed).act;
    expect(stepAsyncAct(second, { kind: 'ended', run: 1, ok: false })).toEqual({ act: second, effect: null });
    expect(stepAsyncAct(second, { kind: 'rested', run: 1 }).act).toBe(second);
  });

  it('never has two acts at work, and never stays at an outcome without a timer, whatever comes', () => {
    const event = fc.oneof(
      fc.boolean().map((disabled): AsyncActEvent => ({ kind: 'pressed', disabled })),
      fc.record({ run: fc.integer({ min: 0, max: 6 }), ok: fc.boolean() }).map((given): AsyncActEvent => ({ kind: 'ended', ...given })),
      fc.integer({ min: 0, max: 6 }).map((run): AsyncActEvent => ({ kind: 'rested', run })),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 80 }), (events) => {
        let act = idleAct;
        let atWork = 0;
        let resting = 0;
        for (const each of events) {
          const before = act;
          const next = stepAsyncAct(act, each);
          act = next.act;
          if (next.effect?.kind === 'start') atWork += 1;
          if (next.effect?.kind === 'rest') {
            atWork -= 1;
            resting += 1;
          }
          if (before.phase !== 'idle' && act.phase === 'idle') resting -= 1;
          const wanted = { idle: [0, 0], loading: [1, 0], success: [0, 1], error: [0, 1] }[act.phase];
          if (atWork !== wanted[0] || resting !== wanted[1]) return false;
        }
        return true;
      }),
    );
  });
});
