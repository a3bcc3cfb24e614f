import { expect, it } from 'vitest';
import { auditActWords, auditAreaOf, auditAreaWords, auditFromWords, auditLineWords, auditSumWords } from './auditWords.ts';

it('[D-27] says acts in words, and those it does not know by their code', () => {
  expect(auditActWords('kill_switch.activate')).toBe('Pull the kill switch');
  expect(auditActWords('refused.wrong_tenant')).toBe('Call for another tenant');
  expect(auditActWords('refused.something_new')).toBe('Call refused: something new');
  expect(auditActWords('satellite.launch_all')).toBe('Satellite launch all');
  expect(auditActWords('constructor')).toBe('Constructor');
  expect(auditAreaOf('ai.override.request')).toBe('ai');
  expect(auditAreaWords('ai')).toBe('AI governance');
  expect(auditAreaWords('valueOf')).toBe('ValueOf');
});

it('[G-12] a line that stands for many tries says how many, from where and between when', () => {
  const sum = { times: 1994, from: '2026-11-23T15:02:00.000Z', until: '2026-11-23T15:02:59.000Z', why: 'rate_limited' };
  const line = { action: 'session.create', outcome: 'refused', ip: '203.0.113.7', details: sum } as const;
  const clock = (iso: string) => iso.slice(11, 19);
  expect(auditLineWords(line)).toBe('Sign in, 1,994 times');
  expect(auditSumWords(line, clock)).toBe('Refused 1,994 times from 203.0.113.7 between 15:02:00 and 15:02:59');
  expect(auditSumWords({ ...line, ip: null, details: { ...sum, times: 1 } }, clock)).toBe(
    'Refused once from several addresses at 15:02:00',
  );
  // One act, and one whose details are of other things by those names.
  for (const details of [{}, { times: 0 }, { times: 'many', from: 'here', until: 'then' }]) {
    expect(auditLineWords({ ...line, details })).toBe('Sign in');
    expect(auditSumWords({ ...line, details }, clock)).toBeNull();
    expect(auditFromWords({ ip: null, details })).toBe('the platform itself');
  }
});
