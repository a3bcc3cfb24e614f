import { type ComponentType, lazy, useState } from 'react';

/** The code of a screen could not be loaded: the network failed, or a newer build has taken the old chunks away. */
export class ScreenCodeError extends Error {
  readonly code = 'screen_code';
  constructor(cause: unknown) {
    super('The code of this page could not be loaded.', { cause });
    this.name = 'ScreenCodeError';
  }
}

/** A screen that is fetched when first shown. `preload` fetches it ahead and never fails. */
export interface LazyScreen {
  readonly View: ComponentType;
  readonly preload: () => void;
}

/**
 * Wraps a dynamic import. Code that is here already is drawn at once: React's own `lazy` would show the fallback for a
 * moment even then. A failed import is tried again by the next mount, as a bundler's own promise would not be.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | null = null;
  let loading: Promise<{ default: ComponentType }> | null = null;
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return { default: component };
      },
      (cause: unknown) => {
        loading = null;
        throw new ScreenCodeError(cause);
      },
    );
    return loading;
  };
  function View() {
    // Chosen once a mount: another type on a later render would throw away the screen's state.
    const [Shown] = useState<ComponentType>(() => loaded ?? lazy(start));
    return <Shown />;
  }
  return { View, preload: () => void start().catch(() => undefined) };
}
