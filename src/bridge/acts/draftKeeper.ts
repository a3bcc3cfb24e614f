import type { ActsFor } from '../../contracts/rpc.ts';

/** How long typing is collected before the device is asked to keep it, milliseconds. */
const collectMs = 300;

/** Texts of a form by field; none to forget it. */
type Texts = Readonly<Record<string, string>>;

/** Hands typed text to the hub, in order, and only for the person who typed it. */
export interface DraftKeeper {
  /** Keeps these texts soon; a later call for the same key replaces them. Ignored if nobody is known to be signed in. */
  readonly keep: (key: string, texts: Texts) => void;
  /** Hands over at once what is collected: the page may be gone in a moment. */
  readonly flush: () => void;
}

/** `actor` tells whom the page acts for; undefined if nobody is known to be signed in. */
export function createDraftKeeper(deps: {
  readonly actor: () => ActsFor | undefined;
  readonly send: (key: string, texts: Texts, actor: ActsFor) => void;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}): DraftKeeper {
  const collected = new Map<string, { readonly texts: Texts; readonly actor: ActsFor }>();
  let cancel: (() => void) | null = null;
  const flush = (): void => {
    cancel?.();
    cancel = null;
    for (const [key, { texts, actor }] of collected) deps.send(key, texts, actor);
    collected.clear();
  };
  return {
    keep: (key, texts) => {
      const actor = deps.actor();
      if (actor === undefined) return;
      collected.set(key, { texts, actor });
      cancel ??= deps.setTimer(collectMs, flush);
    },
    flush,
  };
}
