import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

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
  readonly View: LazyExoticComponent<ComponentType>;
  readonly preload: () => void;
}

/** Wraps a dynamic import. A failed one is tried again by the next show, as a bundler's own promise would not be. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loading: Promise<{ default: ComponentType }> | null = null;
  const start = () => {
    loading ??= load().then(
      (View) => ({ default: View }),
      (cause: unknown) => {
        loading = null;
        throw new ScreenCodeError(cause);
      },
    );
    return loading;
  };
  return { View: lazy(start), preload: () => void start().catch(() => undefined) };
}
