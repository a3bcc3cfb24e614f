import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { telemetryRequestSchema } from '../../contracts/telemetry.ts';
import { z } from '../../contracts/zod.ts';
import type { TelemetryEvent } from '../../domain/telemetryQueue.ts';
import { createTelemetry } from './telemetry.ts';

function watched() {
  const beacons: (readonly TelemetryEvent[])[] = [];
  const plans: { readonly work: () => void; readonly delayMs: number }[] = [];
  const state = { answer: 'taken' as 'taken' | 'refused' | 'unreached', signedIn: true };
  const telemetry = createTelemetry({
    now: () => Date.parse('2025-11-18T11:26:00Z'),
    signedIn: () => state.signedIn,
    send: async (events) => {
      beacons.push(events);
      return state.answer;
    },
    later: (work, delayMs) => void plans.push({ work, delayMs }),
  });
  return { telemetry, beacons, plans, state };
}

describe('telemetry', { tags: ['C-87'] }, () => {
  it('gathers events for ten seconds and sends them in one beacon of the contract’s shape', async () => {
    const { telemetry, beacons, plans } = watched();
    telemetry.tell({ name: 'page.error', values: { message: 'x', line: 3 } });
    telemetry.tell({ name: 'page.error', values: { message: 'y', line: 4 } });
    expect(plans.map(({ delayMs }) => delayMs)).toEqual([10_000]);
    plans[0]?.work();
    expect(beacons).toHaveLength(1);
    expect(z.safeParse(telemetryRequestSchema, { events: beacons[0] }).success).toBe(true);
    expect(beacons[0]?.map(({ values }) => values['message'])).toEqual(['x', 'y']);
  });

  it('keeps what nobody took for the next try, drops the oldest beyond 200 and says how many', async () => {
    const { telemetry, beacons, plans, state } = watched();
    state.answer = 'unreached';
    for (let nth = 0; nth < 230; nth += 1) telemetry.tell({ name: 'page.error', values: { nth } });
    await telemetry.flush();
    expect(plans.at(-1)?.delayMs).toBe(10_000); // planned for the first event, still to come
    plans[0]?.work();
    await expect.poll(() => plans.at(-1)?.delayMs).toBe(60_000);
    state.answer = 'taken';
    beacons.length = 0;
    for (let nth = 0; nth < 5; nth += 1) await telemetry.flush();
    const told = beacons.flat();
    expect(told.filter(({ name }) => name === 'telemetry.dropped').reduce((sum, { values }) => sum + Number(values['count']), 0)).toBe(30);
    expect(told.filter(({ name }) => name === 'page.error').map(({ values }) => values['nth'])).toEqual(
      Array.from({ length: 200 }, (_, place) => place + 30),
    );
    for (const events of beacons) expect(z.safeParse(telemetryRequestSchema, { events }).success).toBe(true);
  });

  it('gives up what is refused, and tells nobody while nobody is signed in', async () => {
    const { telemetry, beacons, state } = watched();
    state.signedIn = false;
    telemetry.tell({ name: 'page.started', values: {} });
    await telemetry.flush();
    expect(beacons).toEqual([]);
    Object.assign(state, { signedIn: true, answer: 'refused' });
    await telemetry.flush();
    await telemetry.flush();
    expect(beacons).toHaveLength(1);
  });

  it('leaves with no e-mail address, no number of ten digits, nothing nested, whatever it was told', { tags: ['C-67'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.anything({ maxDepth: 2 })), async (values) => {
        const { telemetry, beacons } = watched();
        telemetry.tell({
          name: 'page.error',
          values: { ...values, mail: 'a wanjiru@ukweli.example b', phone: '0712 345 678', far: { deep: 'canary' } },
        });
        await telemetry.flush();
        const text = JSON.stringify(beacons);
        expect(text).not.toMatch(/wanjiru|0712|canary/);
        expect(z.safeParse(telemetryRequestSchema, { events: beacons[0] }).success).toBe(true);
      }),
    );
  });
});
