import { type DeadLetter, type LetterRef, mostPromoted } from '../../contracts/deadLetter.ts';
import type { CommandOf, OutboxItem } from '../../contracts/outbox.ts';
import type { ItemFate } from '../../domain/claims/deeds.ts';
import { noVersionWords } from '../../domain/noVersion.ts';
import { isUnsent } from '../../domain/outbox/item.ts';

/**
 * What the screen knows of promotions (D-24): which items are on their way, what exactly a confirmation sends, and what came of each
 * item. Pure; the outbox's own rules are in `domain/outbox`.
 */

/** A promotion in the outbox. */
export type Promoting = OutboxItem & { readonly command: CommandOf<'promote'> };

/** The promotions among what a person decided; the rest is other screens' business. */
export function promotionsIn(outbox: readonly OutboxItem[]): readonly Promoting[] {
  // The kind is compared, which TypeScript does not carry over to the whole item.
  return outbox.filter((item): item is Promoting => item.command.kind === 'promote');
}

/** One item of a promotion. */
export interface ItemProgress extends LetterRef {
  readonly fate: ItemFate;
}

/** What each item of a command has come to. */
export function progressOf({ state, command, problem }: Promoting): readonly ItemProgress[] {
  if (state !== 'refused') return command.items.map((ref) => ({ ...ref, fate: state }));
  const drifted = new Map((problem?.drifted ?? []).map(({ id, reason }) => [id, reason]));
  return command.items.map((ref) => ({ ...ref, fate: drifted.size === 0 ? 'refused' : (drifted.get(ref.itemId) ?? 'spared') }));
}

/** Items that are on their way already, with where they stand: they cannot be promoted again meanwhile. */
export function underWay(outbox: readonly Promoting[]): ReadonlyMap<string, 'pending' | 'sending'> {
  const fates = new Map<string, 'pending' | 'sending'>();
  for (const item of outbox) {
    if (!isUnsent(item)) continue;
    for (const { itemId } of item.command.items) fates.set(itemId, item.state === 'sending' ? 'sending' : 'pending');
  }
  return fates;
}

/** Whether an item can be promoted as it is shown: it is not on its way, and the platform tells at which version it is (D-24). */
export function isPromotable({ itemId, version }: DeadLetter, busy: ReadonlyMap<string, unknown>): boolean {
  return version !== undefined && !busy.has(itemId);
}

/** Why none of these items can be promoted, whoever looks; null where one can, and where there is none. */
export function barredByVersions(letters: readonly DeadLetter[]): string | null {
  return letters.length > 0 && letters.every(({ version }) => version === undefined) ? `${noVersionWords}.` : null;
}

/** The exact items that a confirmation sends, the oldest failure first: as they are shown now, and nothing that comes later. */
export function refsOf(letters: readonly DeadLetter[]): readonly LetterRef[] {
  return [...letters]
    .sort((a, b) => Date.parse(a.failedAt) - Date.parse(b.failedAt) || a.itemId.localeCompare(b.itemId))
    .flatMap(({ itemId, version }) => (version === undefined ? [] : [{ itemId, version }]));
}

/** The commands that carry them: one request takes so many and no more, each is done whole or not at all. */
export function commandsOf(refs: readonly LetterRef[]): readonly CommandOf<'promote'>[] {
  const parts: CommandOf<'promote'>[] = [];
  for (let from = 0; from < refs.length; from += mostPromoted)
    parts.push({ kind: 'promote', items: refs.slice(from, from + mostPromoted).map(({ itemId, version }) => ({ itemId, version })) });
  return parts;
}

/** Which of the previewed items are no longer as they were previewed, as far as this device knows. */
export function driftedSince(refs: readonly LetterRef[], letters: readonly DeadLetter[]): ReadonlyMap<string, 'gone' | 'changed'> {
  const versions = new Map(letters.map(({ itemId, version }) => [itemId, version ?? null]));
  const drifted = new Map<string, 'gone' | 'changed'>();
  for (const { itemId, version } of refs) {
    const held = versions.get(itemId);
    if (held === undefined) drifted.set(itemId, 'gone');
    else if (held !== version) drifted.set(itemId, 'changed');
  }
  return drifted;
}

/** How many items of all promotions shown are where. */
export interface Tally {
  readonly items: number;
  readonly sent: number;
  readonly waiting: number;
  readonly refused: number;
}

export function tallyOf(outbox: readonly Promoting[]): Tally {
  const tally = { items: 0, sent: 0, waiting: 0, refused: 0 };
  for (const { state, command } of outbox) {
    const count = command.items.length;
    tally.items += count;
    tally[state === 'sent' || state === 'refused' ? state : 'waiting'] += count;
  }
  return tally;
}

/** Of a refused promotion: the items that still wait in the queue and could be promoted as they are now. */
export function stillQueued(item: Promoting, letters: readonly DeadLetter[], busy: ReadonlyMap<string, unknown>): readonly DeadLetter[] {
  if (item.state !== 'refused') return [];
  const wanted = new Set(item.command.items.map(({ itemId }) => itemId));
  return letters.filter((letter) => wanted.has(letter.itemId) && isPromotable(letter, busy));
}
