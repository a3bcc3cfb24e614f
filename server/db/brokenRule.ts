import { type Refusal, refuse } from '../http/problem.ts';
import { UnfitRow } from './judgedWrites.ts';
import { everyRowRule } from './migrations/rules/every.ts';

const says = new Map(everyRowRule.map((rule) => [rule.name, rule.says]));

/**
 * The database rule that a failed statement would have broken, as one sentence without its full stop (S-12); null for any other failure.
 * Constraint violations are looked up by the constraint's name; triggers and `UnfitRow` carry their own message. The application checks
 * first and says more; this covers what it does not foresee, such as races.
 */
export function brokenRuleOf(failure: unknown): string | null {
  if (failure instanceof UnfitRow) return failure.message;
  if (typeof failure !== 'object' || failure === null) return null;
  const { code, constraint, message } = failure as { code?: unknown; constraint?: unknown; message?: unknown }; // either driver's error: both members are checked before use
  // Only our triggers raise 23000 (migration 151); PostgreSQL's own violations have other codes in this class.
  if (code === '23000' && typeof message === 'string') return message;
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string' ? (says.get(constraint) ?? null) : null;
}

/**
 * The refusal shown to a user whose change the database rejected by one of its rules; null for any other failure. The whole change was
 * rolled back.
 */
export function refusalByRule(failure: unknown): Refusal | null {
  const rule = brokenRuleOf(failure);
  return rule === null ? null : refuse('conflict', `Nothing was changed, since it would break a rule of the platform. ${rule}`);
}
