import { expect, it } from 'vitest';
import { createUnknownKeyAlert } from './unknownKeyAlert.ts';

function watched() {
  const log: string[] = [];
  const told: unknown[] = [];
  let now = Date.parse('2025-11-18T11:26:00Z');
  const strangers = createUnknownKeyAlert({
    now: () => now,
    warn: (text, kid) => log.push(`${text} ${kid}`),
    tell: (event) => told.push(event),
  });
  const see = (kid: string, times: number): void => {
    for (let time = 0; time < times; time += 1) {
      strangers.note(kid);
      now += 1_000;
    }
  };
  return { see, log, told };
}

it('the fourth sighting of a strange key within 10 minutes writes one alert to the log and one to telemetry', { tags: ['C-79'] }, () => {
  const { see, log, told } = watched();
  see('field-unit-07', 3);
  see('field-unit-08', 3);
  expect([log, told]).toEqual([[], []]);
  see('field-unit-07', 50);
  expect(log).toEqual(['[alert] An unknown signing key id was seen more than 3 times within 10 minutes: field-unit-07']);
  expect(told).toEqual([{ name: 'evidence.unknown_kid', values: { kid: 'field-unit-07', sightings: 4 } }]);
});

it('the alert is of one line and of bounded length, whatever the id holds', { tags: ['C-79'] }, () => {
  const { see, log, told } = watched();
  see(`x\r\n[alert] all is well\u202e${'y'.repeat(100_000)}`, 4);
  expect(log).toHaveLength(1);
  expect(log[0]).not.toMatch(/[\r\n\u202e]/);
  expect(JSON.stringify([log, told]).length).toBeLessThan(500);
});
