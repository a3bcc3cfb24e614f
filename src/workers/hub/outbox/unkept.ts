import type { OutboxItem } from '../../../contracts/outbox.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { HubMessage } from '../../../contracts/rpc.ts';
import { isUnsent, mayTakeBack } from '../../../domain/outbox/item.ts';
import { notKeptNotice } from '../../../domain/outbox/labels.ts';

/**
 * Commands that found no disk space and are sent from memory (F-16). Only this hub and the requesting page know them, so the page is
 * answered once their outcome is known: if the hub ends earlier, the page asks the next one with the same keys, and nothing is lost or
 * done twice.
 */
export interface UnkeptDeps {
  readonly items: () => readonly OutboxItem[];
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly takeBack: (keys: ReadonlySet<string>) => void;
  readonly notify: (notice: HubMessage & { readonly kind: 'notice' }) => void;
}

/** The commands of one outbox that are only in memory. */
export interface Unkept {
  /** Resolves once each command is settled or was tried, and no later than pages wait. */
  readonly outcome: (decision: string, places: readonly number[]) => Promise<Result<null>>;
  /** The same for a decision that was enqueued before; null if it is on the disk. */
  readonly underWay: (decision: string) => Promise<Result<null>> | null;
  /** Whether the item is only in memory. */
  readonly isAlone: (place: number) => boolean;
  /** Unsent items that are only in memory. */
  readonly unsent: () => readonly OutboxItem[];
  /** An attempt to send it has ended, with any result. */
  readonly tried: (place: number) => void;
  /** It is on the disk after all, or there is nothing left to store. */
  readonly kept: (place: number) => void;
  /** This hub ends: answers all that wait for an outcome. */
  readonly end: () => void;
}

/** Pages wait 5 s (`bridge/hub/hub.ts`), of which the disk was tried for one (outbox.ts), milliseconds. */
const answerWithinMs = 3_500;

/** Neither stored nor sent: the user still sees the decision and can repeat it. */
export const notTaken: Problem = {
  code: 'storage',
  cause: 'full',
  message:
    'This device has no space to store it, and the platform did not accept it at once. Nothing was stored or sent. Free some space on the device, or try again once the platform answers.',
  retry: true,
};
const left: Problem = { code: 'cancelled', message: 'The console is being left.', retry: false };

/** A decision of which nothing can have been sent in time is taken back, and its page is told so (`notTaken`). */
export function createUnkept(deps: UnkeptDeps): Unkept {
  /** Places of items that are only in memory. */
  const alone = new Set<number>();
  /** Callbacks by place, called once an attempt to send has ended or the item is on the disk. */
  const waits = new Map<number, () => void>();
  const decisions = new Map<string, Promise<Result<null>>>();
  const ending = new AbortController();
  const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));

  const itemsAt = (places: readonly number[]): readonly OutboxItem[] => deps.items().filter(({ place }) => places.includes(place));
  const wake = (place: number): void => {
    waits.get(place)?.();
    waits.delete(place);
  };

  const judge = (places: readonly number[]): Result<null> => {
    const open = itemsAt(places).filter((item) => isUnsent(item) && alone.has(item.place));
    if (open.length === 0) return { ok: true, value: null };
    if (open.length === places.length && open.every(mayTakeBack)) {
      for (const { place } of open) alone.delete(place);
      deps.takeBack(new Set(open.map(({ key }) => key)));
      return { ok: false, problem: notTaken };
    }
    for (const { command } of open) deps.notify(notKeptNotice(command));
    return { ok: true, value: null };
  };

  const follow = async (decision: string, places: readonly number[]): Promise<Result<null>> => {
    const tried = Promise.all(places.map((place) => new Promise<void>((resolve) => waits.set(place, resolve))));
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = deps.setTimer(answerWithinMs, resolve);
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
    unsent: () => deps.items().filter((item) => alone.has(item.place) && isUnsent(item)),
    tried: wake,
    kept: (place) => {
      alone.delete(place);
      wake(place);
    },
    end: () => ending.abort(),
  };
}
