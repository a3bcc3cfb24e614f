import { type Refusal, refuse } from '../http/problem.ts';
import { UnfitRow } from './judgedWrites.ts';
import { everyRowRule } from './migrations/rules/every.ts';

const says = new Map(everyRowRule.map((rule) => [rule.name, rule.says]));

/**
 * The rule of the database's rows that a failed statement would have broken, in one sentence without its full stop (S-12); null for any other failure. Of conditions, references and
 * unique keys by the constraint's name; what a trigger refuses says so itself, and what is judged before it is sent. The platform's own checks come first and say more: this is for what they do not foresee, a race among others.
 */
export function brokenRuleOf(failure: unknown): string | null {
  if (failure instanceof UnfitRow) return failure.message;
  if (typeof failure !== 'object' || failure === null) return null;
  const { code, constraint, message } = failure as { code?: unknown; constraint?: unknown; message?: unknown }; // of either driver: looked at before use
  // 23000 is raised by our triggers alone (migration 151); PostgreSQL's own violations have numbers of their own in this class.
  if (code === '23000' && typeof message === 'string') return message;
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string' ? (says.get(constraint) ?? null) : null;
}

/** What a person is told whose change the database has refused by one of its rules; null for any other failure. The change was undone as a whole. */
export function refusalByRule(failure: unknown): Refusal | null {
  const rule = brokenRuleOf(failure);
  return rule === null ? null : refuse('conflict', `Nothing was changed, since it would break a rule of the platform. ${rule}`);
}
