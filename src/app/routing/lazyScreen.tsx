import { type ComponentType, lazy, useState } from 'react';

/** The code of a screen could not be loaded: the network failed, or a newer build has taken the old chunks away. */
export class ScreenCodeError extends Error {
  readonly code = 'screen_code';
  /** Whoever shows this failure calls it: the next mount then asks for the code again. */
  readonly forget: () => void;
  constructor(cause: unknown, forget: () => void) {
    super('The code of this page could not be loaded.', { cause });
    this.name = 'ScreenCodeError';
    this.forget = forget;
  }
}

/** A screen that is fetched when first shown. `preload` fetches it ahead and never fails. */
export interface LazyScreen {
  readonly View: ComponentType;
  readonly preload: () => void;
}

/**
 * Wraps a dynamic import. Code that is here already is drawn at once: React's own `lazy` would show the fallback for a
 * moment even then. A failed import is tried again by the next mount after the failure was shown, as a bundler's own promise would not be.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | null = null;
  let loading: Promise<{ default: ComponentType }> | null = null;
  /** One for all tries of a first render, whose state React throws away while it waits: each with its own would ask without end and never fail. */
  let waited: ComponentType | null = null;
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return { default: component };
      },
      (cause: unknown) => {
        loading = null;
        throw new ScreenCodeError(cause, () => {
          waited = null;
        });
      },
    );
    return loading;
  };
  function View() {
    // Chosen once a mount: another type on a later render would throw away the screen's state.
    const [Shown] = useState<ComponentType>(() => loaded ?? (waited ??= lazy(start)));
    return <Shown />;
  }
  return { View, preload: () => void start().catch(() => undefined) };
}
