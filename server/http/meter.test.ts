import { expect, it } from 'vitest';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { accountRate, createMeter, meterChange, openRate, tenantRate } from './meter.ts';

function metered() {
  let at = Date.parse('2026-11-28T08:00:00Z');
  const meter = createMeter({ now: () => new Date(at) });
  const send = (id: keyof typeof everyEndpoint, accountId: string, tenantId = 'demo') =>
    meterChange(meter, { id, endpoint: everyEndpoint[id] }, { accountId, tenantId });
  const passed = (count: number, accountId: string) =>
    Array.from({ length: count }, () => send('noteIncident', accountId)).filter((one) => one === null).length;
  return { send, passed, later: (ms: number) => void (at += ms) };
}

it('one account sends a full bucket at once and then one a second, and another account is not kept waiting by it', {
  tags: ['G-20', 'A-26'],
}, () => {
  const { send, passed, later } = metered();
  expect(passed(1800, 'usr-one')).toBe(accountRate.burst);
  expect(send('noteIncident', 'usr-one')).toMatchObject({ refused: 'rate_limited', retryAfterMs: 5000 });
  expect(send('noteIncident', 'usr-two')).toBeNull();
  later(60_000);
  expect(passed(1800, 'usr-one')).toBe(60);
  // A clock set back by an hour neither adds nor removes tokens.
  later(-3_600_000);
  expect(passed(10, 'usr-one')).toBe(0);
  later(10_000);
  expect(passed(100, 'usr-one')).toBe(10);
});

it('all accounts of a tenant together have a bucket too, which no other tenant waits for', { tags: ['G-20'] }, () => {
  const { send, passed, later } = metered();
  const sent = Array.from({ length: 20 }, (_, account) => passed(accountRate.burst, `usr-${account}`));
  expect(sent.reduce((all, one) => all + one, 0)).toBe(tenantRate.burst);
  expect(send('noteIncident', 'usr-fresh')).toMatchObject({ refused: 'rate_limited', message: expect.stringContaining('This tenant') });
  const waits = Array.from({ length: 20 }, (_, account) => send('noteIncident', `usr-late-${account}`)?.retryAfterMs ?? 0);
  expect([Math.min(...waits) >= 5000, Math.max(...waits) <= 10_000, new Set(waits).size]).toEqual([true, true, waits.length]);
  expect(send('noteIncident', 'usr-kampala', 'kampala')).toBeNull();
  later(1000);
  expect(passed(100, 'usr-fresh')).toBe(tenantRate.perSecond);
});

it('what shuts out, stops or ends has a bucket of its own, each call by itself, and is of no tenant’s', { tags: ['G-20', 'G-26'] }, () => {
  const { send, passed } = metered();
  for (let account = 0; account < 20; account += 1) passed(accountRate.burst, `usr-${account}`);
  for (const id of ['changeKillSwitch', 'deactivateUser', 'changeUser', 'revokeDeviceSession', 'refresh'] as const)
    expect(send(id, 'usr-0')).toBeNull();
  for (let call = 0; call < openRate.burst; call += 1) expect(send('telemetry', 'usr-0')).toBeNull();
  expect(send('telemetry', 'usr-0')).toMatchObject({ refused: 'rate_limited' });
  expect(send('changeKillSwitch', 'usr-0')).toBeNull();
});
