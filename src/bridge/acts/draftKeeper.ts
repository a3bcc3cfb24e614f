import type { Result } from '../../contracts/problem.ts';
import type { ActsFor } from '../../contracts/rpc.ts';

/**
 * How long typing is collected before the device is asked to keep it, milliseconds. The last text of a page that ends is handed over as it
 * goes, but the hub may end with it: then what was typed in this time is lost.
 */
const collectMs = 100;
/** When the device is asked again for what it could not keep (its disk is full, the hub was replaced), milliseconds. */
const againMs = 5_000;

/** Texts of a form by field; none to forget it. */
type Texts = Readonly<Record<string, string>>;

/** Hands typed text to the hub, in order, and only for the person who typed it. */
export interface DraftKeeper {
  /** Keeps these texts soon; a later call for the same key replaces them. Ignored if nobody is known to be signed in. */
  readonly keep: (key: string, texts: Texts) => void;
  /** Hands over at once what is collected: the page may be gone in a moment. */
  readonly flush: () => void;
  /** What the device has not confirmed yet, and which therefore counts instead of what is read from it; null if nothing. */
  readonly unconfirmed: (key: string) => Texts | null;
  /** The person has left: what is not handed over yet is theirs alone. */
  readonly drop: () => void;
  /** Calls back when `unconfirmed` may have changed, until the returned function is called. */
  readonly listen: (listener: () => void) => () => void;
}

/** `actor` tells whom the page acts for; undefined if nobody is known to be signed in. */
export function createDraftKeeper(deps: {
  readonly actor: () => ActsFor | undefined;
  readonly send: (key: string, texts: Texts, actor: ActsFor) => Promise<Result<null>>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}): DraftKeeper {
  const collected = new Map<string, { readonly texts: Texts; readonly actor: ActsFor; isHandedOver: boolean }>();
  const listeners = new Set<() => void>();
  let cancel: (() => void) | null = null;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const isHere = ({ userId, tenantId }: ActsFor): boolean => {
    const here = deps.actor();
    return here?.userId === userId && here.tenantId === tenantId;
  };
  const handOver = async (key: string): Promise<void> => {
    const given = collected.get(key);
    if (given === undefined || given.isHandedOver) return;
    given.isHandedOver = true;
    const kept = await deps.send(key, given.texts, given.actor);
    // Typed on meanwhile: the newer text is handed over, and the older must not be after it.
    if (collected.get(key) !== given) return;
    if (kept.ok || kept.problem.code === 'bad_request' || !isHere(given.actor)) {
      collected.delete(key);
      return tell();
    }
    given.isHandedOver = false;
    cancel ??= deps.setTimer(againMs, flush);
  };
  const flush = (): void => {
    cancel?.();
    cancel = null;
    for (const key of collected.keys()) void handOver(key);
  };
  return {
    keep: (key, texts) => {
      const actor = deps.actor();
      if (actor === undefined) return;
      collected.set(key, { texts, actor, isHandedOver: false });
      cancel ??= deps.setTimer(collectMs, flush);
      tell();
    },
    flush,
    unconfirmed: (key) => {
      const given = collected.get(key);
      return given === undefined || !isHere(given.actor) ? null : given.texts;
    },
    drop: () => {
      cancel?.();
      cancel = null;
      collected.clear();
      tell();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
