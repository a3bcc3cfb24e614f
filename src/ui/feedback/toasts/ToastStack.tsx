import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Stack } from '../Toaster.tsx';
import { toastLook } from '../toastLook.ts';
import { isSpread } from './machine.ts';
import { createToastStore, type DrawnToast, pageClock, type ToastClock, type ToastStore } from './store.ts';
import { ToastCard } from './ToastCard.tsx';
import { layOut } from './layOut.ts';
import { useSwipe } from './useSwipe.ts';
import { useToastKeys } from './useToastKeys.ts';
import './toasts.css';

/** Creates an independent stack: a function that shows a toast, and the component that renders them (I-20). */
export function createToastStack(clock: ToastClock = pageClock): Stack {
  const store = createToastStore(clock);
  return {
    showToast: ({ durationMs, ...toast }) => void store.show(toast, durationMs),
    clearToasts: store.clear,
    ToastStack: () => <Toasts store={store} />,
  };
}

/** Toasts at the top right: three at most, spread out by hover, focus or Alt+T. */
function Toasts({ store }: { readonly store: ToastStore }) {
  const { state, drawn } = useSyncExternalStore(store.subscribe, store.view);
  const section = useRef<HTMLElement>(null);
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const spread = isSpread(state);
  const places = layOut(drawn, heights, spread);
  const keys = useToastKeys(section, store);

  useEffect(() => {
    const look = () => (document.hidden ? store.hold('hidden') : store.release('hidden'));
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [store]);

  const measured = (id: string, height: number | null) =>
    setHeights((now) => {
      if ((now.get(id) ?? null) === height) return now;
      const next = new Map(now);
      if (height === null) next.delete(id);
      else next.set(id, height);
      return next;
    });

  return (
    <section
      ref={section}
      className="uk-toasts"
      data-scope="toast"
      data-part="group"
      aria-label="Brief messages"
      aria-keyshortcuts="Alt+T"
      aria-live="polite"
      aria-relevant="additions"
      tabIndex={-1}
      data-spread={spread ? '' : undefined}
      {...keys.around}
    >
      <ol
        style={{ height: places.totalPx }}
        onPointerEnter={(event) => event.pointerType !== 'touch' && store.hold('hover')}
        onPointerLeave={(event) => event.pointerType !== 'touch' && store.release('hover')}
      >
        {drawn.map((toast) => (
          <ToastItem
            key={toast.id}
            store={store}
            toast={toast}
            y={places.y.get(toast.id) ?? 0}
            behind={!spread && toast.place !== null && toast.place > 0 ? places.frontPx : null}
            onHeight={measured}
            onLeave={keys.leave}
          />
        ))}
      </ol>
    </section>
  );
}

interface ToastItemProps {
  readonly store: ToastStore;
  readonly toast: DrawnToast;
  readonly y: number;
  /** Height of the toast in front of it, px; null if it is not stacked. */
  readonly behind: number | null;
  readonly onHeight: (id: string, height: number | null) => void;
  /** Receives the pressed button before its toast disappears. */
  readonly onLeave: (button: HTMLElement) => void;
}

function ToastItem({ store, toast, y, behind, onHeight, onLeave }: ToastItemProps) {
  const { id, place } = toast;
  const box = useRef<HTMLDivElement>(null);
  const tell = useRef(onHeight);
  useLayoutEffect(() => {
    tell.current = onHeight;
  });
  useLayoutEffect(() => {
    const words = box.current;
    const frame = words?.parentElement;
    if (words === null || frame === null || frame === undefined) return;
    // The text sets the height; the frame takes that of the front toast while stacked behind it.
    const measure = () => tell.current(id, words.offsetHeight + frame.offsetHeight - frame.clientHeight);
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(words);
    return () => {
      observer.disconnect();
      tell.current(id, null);
    };
  }, [id]);
  const swipe = useSwipe({
    onBegin: () => store.hold('touch'),
    onEnd: (how, pointer) => {
      if (how === 'dismissed') store.dismiss(id);
      // Touch has no hover: a tap spreads the toasts, a tap beside them folds them again.
      if (how === 'tapped' && pointer === 'touch') store.ask();
      store.release('touch');
    },
  });
  const close = (event: React.MouseEvent<HTMLElement>) => {
    onLeave(event.currentTarget);
    store.dismiss(id);
  };
  const going = place === null;
  const scale = behind === null ? 1 : 1 - (place ?? 0) * 0.05;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drawing it away is one more way; the button does the same by key
    <li
      data-tone={toastLook(toast).tone}
      data-behind={behind === null ? undefined : ''}
      data-going={going ? '' : undefined}
      inert={going}
      style={
        {
          zIndex: going ? 0 : 3 - place,
          height: behind ?? undefined,
          '--stack-y': `${y}px`,
          '--stack-scale': scale,
        } as React.CSSProperties /* CSSProperties does not know custom properties */
      }
      // A click does not take the focus, so that the user can go on typing.
      onMouseDown={(event) => event.preventDefault()}
      {...swipe}
    >
      <ToastCard {...toast} words={box} onClose={close} />
    </li>
  );
}
