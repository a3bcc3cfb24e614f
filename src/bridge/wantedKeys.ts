import type { ResourceKey } from '../contracts/rpc.ts';

/**
 * What the components of one page look at, counted, so that two panels over one resource want it once and the last to go
 * gives it up. Changes are gathered and announced once a turn; a hidden page wants nothing.
 */
export interface WantedKeys {
  readonly add: (keys: readonly ResourceKey[]) => () => void;
  readonly setVisible: (visible: boolean) => void;
  /** Announces the present set again (a new hub is attached). */
  readonly repeat: () => void;
}

export function createWantedKeys(announce: (keys: readonly ResourceKey[]) => void, defer: (run: () => void) => void): WantedKeys {
  const counts = new Map<ResourceKey, number>();
  let visible = true;
  let last = '';
  let pending = false;

  const tell = (again: boolean) => {
    const keys = visible ? [...counts.keys()].toSorted() : [];
    const text = keys.join(' ');
    if (text === last && !again) return;
    last = text;
    announce(keys);
  };
  const later = () => {
    if (pending) return;
    pending = true;
    defer(() => {
      pending = false;
      tell(false);
    });
  };

  return {
    add: (keys) => {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      later();
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        for (const key of keys) {
          const left = (counts.get(key) ?? 1) - 1;
          if (left === 0) counts.delete(key);
          else counts.set(key, left);
        }
        later();
      };
    },
    setVisible: (now) => {
      visible = now;
      later();
    },
    repeat: () => tell(true),
  };
}
