import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { HubMessage } from '../../contracts/rpc.ts';
import { isUnsent, mayTakeBack } from '../../domain/outbox/item.ts';
import { notKeptNotice } from '../../domain/outbox/words.ts';

/**
 * Decisions that found no room on the disk and are sent from memory, as themselves (F-16). Nothing but this hub and the page that asks knows of them, so the page is
 * answered only when it is known what became of them: a hub that ends before is asked again by the page, under the same keys, and so nothing is lost or done twice.
 */
export interface UnkeptWorld {
  readonly items: () => readonly OutboxItem[];
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly takeBack: (keys: ReadonlySet<string>) => void;
  readonly notify: (notice: HubMessage & { readonly kind: 'notice' }) => void;
}

export interface Unkept {
  /** Answers once each of them is settled or has been tried, and no later than pages wait. */
  readonly outcome: (decision: string, places: readonly number[]) => Promise<Result<null>>;
  /** The same for a decision that was asked about before; null where it stands on the disk. */
  readonly underWay: (decision: string) => Promise<Result<null>> | null;
  /** Whether it stands in memory alone. */
  readonly isAlone: (place: number) => boolean;
  /** What still stands nowhere else. */
  readonly unsent: () => readonly OutboxItem[];
  /** A sending of it has ended, one way or the other. */
  readonly tried: (place: number) => void;
  /** The disk has it after all, or there is nothing left of it to keep. */
  readonly kept: (place: number) => void;
  /** This hub ends: what waits for an outcome is answered. */
  readonly end: () => void;
}

/** Pages wait 5 s (`bridge/hub.ts`), and the disk was tried for one of them (outbox.ts), milliseconds. */
const answerWithinMs = 3_500;

/** Neither kept nor sent: whoever decided has it still before them. */
export const notTaken: Problem = {
  code: 'storage',
  cause: 'full',
  message:
    'This device has no room left to keep it, and the platform did not take it at once. Nothing was kept and nothing was sent. Free some space on the device, or try again once the platform answers.',
  retry: true,
};
const left: Problem = { code: 'cancelled', message: 'The console is being left.', retry: false };

export function createUnkept(world: UnkeptWorld): Unkept {
  /** Places of those that stand in memory alone. */
  const alone = new Set<number>();
  /** Places that are waited for: called with true once a sending has ended or the disk has it. */
  const waits = new Map<number, () => void>();
  const decisions = new Map<string, Promise<Result<null>>>();
  const ending = new AbortController();
  const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));

  const itemsAt = (places: readonly number[]): readonly OutboxItem[] => world.items().filter(({ place }) => places.includes(place));
  const wake = (place: number): void => {
    waits.get(place)?.();
    waits.delete(place);
  };

  const judge = (places: readonly number[]): Result<null> => {
    const open = itemsAt(places).filter((item) => isUnsent(item) && alone.has(item.place));
    if (open.length === 0) return { ok: true, value: null };
    if (open.length === places.length && open.every(mayTakeBack)) {
      for (const { place } of open) alone.delete(place);
      world.takeBack(new Set(open.map(({ key }) => key)));
      return { ok: false, problem: notTaken };
    }
    for (const { command } of open) world.notify(notKeptNotice(command));
    return { ok: true, value: null };
  };

  const follow = async (decision: string, places: readonly number[]): Promise<Result<null>> => {
    const tried = Promise.all(places.map((place) => new Promise<void>((resolve) => waits.set(place, resolve))));
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = world.setTimer(answerWithinMs, resolve);
    });
    await Promise.race([tried, late, ended]);
    cancel();
    decisions.delete(decision);
    return ending.signal.aborted && itemsAt(places).some(isUnsent) ? { ok: false, problem: left } : judge(places);
  };

  return {
    outcome: (decision, places) => {
      for (const place of places) alone.add(place);
      const outcome = follow(decision, places);
      decisions.set(decision, outcome);
      return outcome;
    },
    underWay: (decision) => decisions.get(decision) ?? null,
    isAlone: (place) => alone.has(place),
    unsent: () => world.items().filter((item) => alone.has(item.place) && isUnsent(item)),
    tried: wake,
    kept: (place) => {
      alone.delete(place);
      wake(place);
    },
    end: () => ending.abort(),
  };
}
