import { expect, it } from 'vitest';
import { auditActWords, auditAreaOf, auditAreaWords } from './auditWords.ts';

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
