import { type DeadLetter, type LetterRef, maxPromoted } from '../../contracts/deadLetter.ts';
import type { CommandOf, OutboxItem } from '../../contracts/outbox.ts';
import type { ItemFate } from '../../domain/claims/deeds.ts';
import { driftOf } from '../../domain/commands/deadLetters.ts';
import { noVersionLabels } from '../../domain/noVersion.ts';
import { isUnsent } from '../../domain/outbox/item.ts';

/**
 * View model of promotions (D-24): items under way, the exact content of a confirmation, and the result of each item. Pure; the outbox's
 * own rules are in `domain/outbox`.
 */

/** A promotion in the outbox. */
export type Promoting = OutboxItem & { readonly command: CommandOf<'promote'> };

/** The promotions among the user's commands. */
export function promotionsIn(outbox: readonly OutboxItem[]): readonly Promoting[] {
  // TypeScript does not narrow the whole item from a comparison of its command's kind.
  return outbox.filter((item): item is Promoting => item.command.kind === 'promote');
}

/** One item of a promotion. */
export interface ItemProgress extends LetterRef {
  readonly fate: ItemFate;
}

/** The result of each item of a command. */
export function progressOf({ state, command, problem }: Promoting): readonly ItemProgress[] {
  if (state !== 'refused') return command.items.map((ref) => ({ ...ref, fate: state }));
  const drifted = new Map((problem?.drifted ?? []).map(({ id, reason }) => [id, reason]));
  return command.items.map((ref) => ({ ...ref, fate: drifted.size === 0 ? 'refused' : (drifted.get(ref.itemId) ?? 'spared') }));
}

/** Items whose promotion is pending or being sent; they cannot be promoted again meanwhile. */
export function underWay(outbox: readonly Promoting[]): ReadonlyMap<string, 'pending' | 'sending'> {
  const fates = new Map<string, 'pending' | 'sending'>();
  for (const item of outbox) {
    if (!isUnsent(item)) continue;
    for (const { itemId } of item.command.items) fates.set(itemId, item.state === 'sending' ? 'sending' : 'pending');
  }
  return fates;
}

/** Whether an item can be promoted as displayed: it is not under way, and the platform has told its version (D-24). */
export function isPromotable({ itemId, version }: DeadLetter, busy: ReadonlyMap<string, unknown>): boolean {
  return version !== undefined && !busy.has(itemId);
}

/** Why none of these items can be promoted by anyone, because no version is known; null if one can, or if there are none. */
export function refusedByVersions(letters: readonly DeadLetter[]): string | null {
  return letters.length > 0 && letters.every(({ version }) => version === undefined) ? `${noVersionLabels}.` : null;
}

/** The exact items that a confirmation sends, oldest failure first: as displayed now, without later arrivals. */
export function refsOf(letters: readonly DeadLetter[]): readonly LetterRef[] {
  return [...letters]
    .sort((a, b) => Date.parse(a.failedAt) - Date.parse(b.failedAt) || a.itemId.localeCompare(b.itemId))
    .flatMap(({ itemId, version }) => (version === undefined ? [] : [{ itemId, version }]));
}

/** The commands for these items: a request has a maximum size, and each is applied as a whole or not at all. */
export function commandsOf(refs: readonly LetterRef[]): readonly CommandOf<'promote'>[] {
  const parts: CommandOf<'promote'>[] = [];
  for (let from = 0; from < refs.length; from += maxPromoted)
    parts.push({ kind: 'promote', items: refs.slice(from, from + maxPromoted).map(({ itemId, version }) => ({ itemId, version })) });
  return parts;
}

/** The previewed items that have changed or left the queue since, as far as this device knows. */
export function driftedSince(refs: readonly LetterRef[], letters: readonly DeadLetter[]): ReadonlyMap<string, 'gone' | 'changed'> {
  const queue = new Map(letters.map(({ itemId, version }) => [itemId, version ?? null]));
  return new Map(driftOf(refs, queue).map(({ id, reason }) => [id, reason]));
}

/** Totals over all shown promotions. */
export interface Tally {
  readonly items: number;
  readonly sent: number;
  readonly waiting: number;
  readonly refused: number;
}

/** Counts items, not commands. What is neither sent nor refused waits. */
export function tallyOf(outbox: readonly Promoting[]): Tally {
  const tally = { items: 0, sent: 0, waiting: 0, refused: 0 };
  for (const { state, command } of outbox) {
    const count = command.items.length;
    tally.items += count;
    tally[state === 'sent' || state === 'refused' ? state : 'waiting'] += count;
  }
  return tally;
}

/** The items of a refused promotion that are still in the queue and can be promoted in their current version. */
export function stillQueued(item: Promoting, letters: readonly DeadLetter[], busy: ReadonlyMap<string, unknown>): readonly DeadLetter[] {
  if (item.state !== 'refused') return [];
  const wanted = new Set(item.command.items.map(({ itemId }) => itemId));
  return letters.filter((letter) => wanted.has(letter.itemId) && isPromotable(letter, busy));
}
