import { expect, it } from 'vitest';
import { auditActLabels, auditAreaOf, auditAreaLabels, auditFromLabels, auditLineLabels, auditSumLabels } from './auditLabels.ts';

it('says acts in words, and those it does not know by their code', { tags: ['D-27'] }, () => {
  expect(auditActLabels('kill_switch.activate')).toBe('Activate the kill switch');
  expect(auditActLabels('refused.wrong_tenant')).toBe('Call for another tenant');
  expect(auditActLabels('refused.something_new')).toBe('Call refused: something new');
  expect(auditActLabels('satellite.launch_all')).toBe('Satellite launch all');
  expect(auditActLabels('constructor')).toBe('Constructor');
  expect(auditAreaOf('ai.override.request')).toBe('ai');
  expect(auditAreaLabels('ai')).toBe('AI governance');
  expect(auditAreaLabels('valueOf')).toBe('ValueOf');
});

it('a line that stands for many tries says how many, from where and between when', { tags: ['G-12'] }, () => {
  const sum = { times: 1994, from: '2026-11-23T15:02:00.000Z', until: '2026-11-23T15:02:59.000Z', why: 'rate_limited' };
  const line = { action: 'session.create', outcome: 'refused', ip: '203.0.113.7', details: sum } as const;
  const clock = (iso: string) => iso.slice(11, 19);
  expect(auditLineLabels(line)).toBe('Sign in, 1,994 times');
  expect(auditSumLabels(line, clock)).toBe('Refused 1,994 times from 203.0.113.7 between 15:02:00 and 15:02:59');
  expect(auditSumLabels({ ...line, ip: null, details: { ...sum, times: 1 } }, clock)).toBe(
    'Refused once from several addresses at 15:02:00',
  );
  // A line of one act, and one whose details use those names for something else.
  for (const details of [{}, { times: 0 }, { times: 'many', from: 'here', until: 'then' }]) {
    expect(auditLineLabels({ ...line, details })).toBe('Sign in');
    expect(auditSumLabels({ ...line, details }, clock)).toBeNull();
    expect(auditFromLabels({ ip: null, details })).toBe('the platform itself');
  }
});
