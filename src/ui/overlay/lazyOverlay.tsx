import type { ComponentType } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { Awaited, type AwaitedProps } from './Awaited.tsx';
import { backClosesReady } from './backCloses.ts';

/** An overlay whose code is loaded when it first opens. */
export interface LazyOverlay<Props> {
  /** Renders nothing until the code is there; calls `onMissing` if that fails or takes too long. The next mount tries again. */
  readonly Part: ComponentType<Props & AwaitedProps>;
  /** Loads the code ahead; never fails. */
  readonly preload: () => void;
}

/** As `lazyPart`, for what opens over a page: it waits for a moment until Back can close it (D-61), and closes while it is awaited. */
export function lazyOverlay<Props extends Partial<AwaitedProps>>(load: () => Promise<ComponentType<Props>>): LazyOverlay<Props> {
  const { Part, preload } = lazyPart(async () => (await Promise.all([load(), backClosesReady()]))[0]);
  return { Part: (props) => <Part {...props} waiting={<Awaited {...props} />} />, preload };
}
