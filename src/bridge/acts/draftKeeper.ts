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

/** What is kept, if anything is, and what was typed before that was known, in one. */
type Join = (kept: Texts | null, early: Texts) => Texts;

interface Early {
  readonly texts: Texts;
  readonly join: Join;
  readonly actor: ActsFor;
  /** Ends once it is known what is kept. */
  readonly reading: Promise<Texts | null>;
}

/** Hands typed text to the hub, in order, and only for the person who typed it. */
export interface DraftKeeper {
  /** Keeps these texts soon; a later call for the same key replaces them. Ignored if nobody is known to be signed in. */
  readonly keep: (key: string, texts: Texts) => void;
  /**
   * Keeps what was typed before it is known what is kept, as soon as that is known: `join` tells then how the two stand together. A later
   * call for the same key, or `keep`, replaces it.
   */
  readonly keepEarly: (key: string, texts: Texts, join: Join) => void;
  /** True while `unconfirmed` was typed before it is known what is kept. */
  readonly isEarly: (key: string) => boolean;
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
  /** What is kept under this key. */
  readonly read: (key: string) => Promise<Texts | null>;
  readonly send: (key: string, texts: Texts, actor: ActsFor) => Promise<Result<null>>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}): DraftKeeper {
  const collected = new Map<string, { readonly texts: Texts; readonly actor: ActsFor; isHandedOver: boolean }>();
  const early = new Map<string, Early>();
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
  const keep = (key: string, texts: Texts): void => {
    const actor = deps.actor();
    if (actor === undefined) return;
    early.delete(key);
    collected.set(key, { texts, actor, isHandedOver: false });
    cancel ??= deps.setTimer(collectMs, flush);
    tell();
  };
  /** A connection that was closed meanwhile is open again by then. What cannot be read at all is replaced by what was typed last. */
  const readAgain = async (key: string): Promise<Texts | null> => {
    await new Promise<void>((resolve) => deps.setTimer(againMs, resolve));
    return deps.read(key).catch(() => null);
  };
  const joinOnceRead = async (key: string, reading: Early['reading']): Promise<void> => {
    const kept = await reading;
    const given = early.get(key);
    if (given?.reading !== reading) return;
    early.delete(key);
    if (isHere(given.actor)) keep(key, given.join(kept, given.texts));
  };
  const earlyOf = (key: string): Early | null => {
    const given = early.get(key);
    return given !== undefined && isHere(given.actor) ? given : null;
  };
  return {
    keep,
    keepEarly: (key, texts, join) => {
      const actor = deps.actor();
      if (actor === undefined) return;
      const before = earlyOf(key);
      const reading = before?.reading ?? deps.read(key).catch(() => readAgain(key));
      early.set(key, { texts, join, actor, reading });
      if (before === null) void joinOnceRead(key, reading);
      tell();
    },
    isEarly: (key) => earlyOf(key) !== null,
    flush,
    unconfirmed: (key) => {
      const given = collected.get(key);
      return given === undefined || !isHere(given.actor) ? (earlyOf(key)?.texts ?? null) : given.texts;
    },
    drop: () => {
      cancel?.();
      cancel = null;
      collected.clear();
      early.clear();
      tell();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
