import type { ResourceKey } from '../../contracts/rpc.ts';

/**
 * The subscriptions of one page's components, counted per resource: two panels over one resource subscribe once, and the last to unmount
 * ends it. Changes are announced once per turn; a hidden page subscribes to nothing.
 */
export interface SubscribedKeys {
  readonly add: (keys: readonly ResourceKey[]) => () => void;
  readonly setVisible: (visible: boolean) => void;
  /** Announces the present set again (a new hub is attached). */
  readonly repeat: () => void;
}

/** `announce` receives each key once, sorted; `defer` collects the changes of one turn. The function that `add` returns works once. */
export function createSubscribedKeys(announce: (keys: readonly ResourceKey[]) => void, defer: (run: () => void) => void): SubscribedKeys {
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
