import { expect, it } from 'vitest';
import type { Command } from '../../contracts/outbox.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { createDecisionIds } from './decisionIds.ts';

const note = (text: string): readonly Command[] => [{ kind: 'note', incidentId: 'INC-1', text }];
const late: Problem = { code: 'timeout', message: 'The background worker did not answer. It is being started again.', retry: true };
const full: Problem = { code: 'storage', message: 'No room is left.', retry: true };

function setup() {
  const asked: string[] = [];
  let made = 0;
  let now = 0;
  const ids = createDecisionIds(
    () => `id-${(made += 1)}`,
    () => now,
  );
  const keep = (text: string, answer: Result<null>) =>
    ids.keep(note(text), async (decision) => {
      asked.push(decision);
      return answer;
    });
  return { asked, keep, pass: (ms: number) => (now += ms) };
}
it('the same words ten minutes later are meant once more', { tags: ['M-3'] }, async () => {
  const { asked, keep, pass } = setup();
  await keep('Called the site', { ok: false, problem: late });
  pass(600_000);
  await keep('Called the site', { ok: true, value: null });
  expect(asked).toEqual(['id-1', 'id-2']);
});

const kept: Result<null> = { ok: true, value: null };

it('what was decided again because nobody answered in time is the same decision: kept once, and not said to be lost', {
  tags: ['M-3'],
}, async () => {
  const { asked, keep } = setup();
  const first = await keep('Called the site', { ok: false, problem: late });
  expect(first).toMatchObject({ ok: false, problem: { code: 'timeout', message: expect.stringContaining('not known yet') } });
  await keep('Called the site', { ok: false, problem: late });
  expect(await keep('Called the site', kept)).toEqual(kept);
  expect(asked).toEqual(['id-1', 'id-1', 'id-1']);
});

it('what was answered is over: the same words later are another decision, and so are other words', { tags: ['M-3'] }, async () => {
  const { asked, keep } = setup();
  await keep('Called the site', { ok: false, problem: late });
  await keep('Called again', kept);
  await keep('Called the site', kept);
  await keep('Called the site', kept);
  await keep('Nobody there', { ok: false, problem: full });
  await keep('Nobody there', kept);
  expect(asked).toEqual(['id-1', 'id-2', 'id-1', 'id-3', 'id-4', 'id-5']);
});
