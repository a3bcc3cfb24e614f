import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { toast } from './Toaster.tsx';

/** Code that did not arrive: the link dropped, or a newer build has taken the old one's away. */
class PartCodeError extends Error {
  override readonly name = 'PartCodeError';
}

/** A part of a page whose code comes when it is first needed. */
export interface LazyPart<Props> {
  /** Draws `waiting`, else nothing, until the code is there, and where it does not come; calls `onMissing` then. The next mount asks again. */
  readonly Part: ComponentType<Props & { readonly onMissing: () => void; readonly waiting?: ReactNode }>;
  /** Fetches ahead, and never fails. */
  readonly preload: () => void;
}

/**
 * Wraps a dynamic import of a menu, dialog or chart. React's `lazy` alone would hand a chunk that is missing to the nearest boundary, which takes
 * the page away for the sake of a menu, and would never ask for it again (F-19).
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
    // Chosen once a mount: another type on a later render would throw away the part's state.
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

/** Says that something which was asked for did not open, and what to do. */
export function sayPartMissing(): void {
  toast({
    tone: 'bad',
    title: 'This could not be opened',
    text: 'Its code did not arrive: the link dropped, or a new version has replaced it. Reload to fetch it again.',
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
    throw error; // not this one's to hide
  }
}
