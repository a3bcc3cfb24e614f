import { type ComponentType, lazy, useState } from 'react';

/** The code of a screen could not be loaded: the network failed, or a newer build has removed the old chunks. */
export class ScreenCodeError extends Error {
  readonly code = 'screen_code';
  /** Call when showing this error: the next mount then loads the code again. */
  readonly forget: () => void;
  constructor(cause: unknown, forget: () => void) {
    super('The code of this page could not be loaded.', { cause });
    this.name = 'ScreenCodeError';
    this.forget = forget;
  }
}

/** A screen whose code is loaded when first shown. `preload` loads it ahead and never fails. */
export interface LazyScreen {
  readonly View: ComponentType;
  readonly preload: () => void;
}

/**
 * Wraps a dynamic import. Loaded code is rendered at once; React's own `lazy` would show the fallback for a moment even then. A failed
 * import is retried by the next mount after the error was shown, unlike a bundler's own promise.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | null = null;
  let loading: Promise<{ default: ComponentType }> | null = null;
  /**
   * Shared by all attempts of a first render, whose state React discards while suspended: a new one per attempt would suspend for ever
   * and never fail.
   */
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
    // Chosen once per mount: another type on a later render would discard the screen's state.
    const [Shown] = useState<ComponentType>(() => loaded ?? (waited ??= lazy(start)));
    return <Shown />;
  }
  return { View, preload: () => void start().catch(() => undefined) };
}
