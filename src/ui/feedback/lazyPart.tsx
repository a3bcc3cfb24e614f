import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { toast } from './Toaster.tsx';

/** Code that failed to load: offline, or a newer build has replaced it. */
class PartCodeError extends Error {
  override readonly name = 'PartCodeError';
}

/** A component whose code is loaded when first needed. */
export interface LazyPart<Props> {
  /** Renders `waiting`, or nothing, until the code is loaded or if loading fails, which calls `onMissing`. The next mount tries again. */
  readonly Part: ComponentType<Props & { readonly onMissing: () => void; readonly waiting?: ReactNode }>;
  /** Loads the code ahead; never fails. */
  readonly preload: () => void;
}

/**
 * Wraps a dynamic import of a menu, dialog or chart. React's `lazy` alone would pass a missing chunk to the nearest error boundary, which
 * replaces the page, and would never try again (F-19).
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<{ default: ComponentType<Props> }> | null = null;
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return { default: component };
      },
      (cause: unknown) => {
        loading = null;
        throw new PartCodeError('The code of a part of the page could not be loaded.', { cause });
      },
    );
    return loading;
  };
  function Part(props: Props & { readonly onMissing: () => void; readonly waiting?: ReactNode }) {
    // Chosen once per mount: another component type on a later render would discard the state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? lazy(start));
    return (
      <PartBoundary onMissing={props.onMissing} waiting={props.waiting}>
        <Suspense fallback={props.waiting}>
          <Shown {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  return { Part, preload: () => void start().catch(() => undefined) };
}

/** Toast: a requested part could not be loaded, and what to do. */
export function sayPartMissing(): void {
  toast({
    tone: 'bad',
    title: 'This could not be opened',
    text: 'Its code did not load: the connection dropped, or there is a new version. Reload to try again.',
  });
}

interface BoundaryProps {
  readonly onMissing: () => void;
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error: Error | null;
}

class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error instanceof Error ? error : new Error('A part of the page failed.', { cause: error }) };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartCodeError) this.props.onMissing();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof PartCodeError) return this.props.waiting;
    throw error; // not a loading error
  }
}
