import { type ComponentType, useEffect, useState } from 'react';
import { type Toast, toastLook, type ToastTone } from './toastLook.ts';
import './feedback.css';

export type { Toast, ToastTone } from './toastLook.ts';

/** Stacking and rendering of toasts (toasts/ToastStack.tsx). */
export interface Stack {
  readonly showToast: (toast: Toast & { readonly durationMs: number }) => void;
  readonly clearToasts: () => void;
  readonly ToastStack: ComponentType;
}

/** Default display time of a toast (I-20), ms. */
export const toastMs = (tone: ToastTone): number => (tone === 'bad' ? 5000 : 4000);

/** Delay before the stack's code is preloaded, ms: it must not slow down the first rows. The first toast loads it earlier. */
const preloadAfterMs = 3_000;

/** Toasts over a stack whose code is loaded later and may fail to load. */
export function createMessages(load: () => Promise<Stack>): {
  readonly toast: (toast: Toast & { readonly durationMs?: number }) => void;
  readonly clearToasts: () => void;
  readonly Toaster: ComponentType;
} {
  let fetching: Promise<Stack> | null = null;
  /** The mounted Toaster: receives the stack once loaded, or toasts to show plainly without it. */
  let root: { readonly stack: (stack: Stack) => void; readonly plain: (toast: Toast | null, durationMs?: number) => void } | null = null;
  /** How often everything was taken away. */
  let cleared = 0;

  const fetchStack = (): Promise<Stack> => {
    fetching ??= load().then(
      (stack) => {
        root?.stack(stack);
        return stack;
      },
      (cause: unknown) => {
        fetching = null; // the next toast tries again
        throw cause;
      },
    );
    return fetching;
  };

  const toast = (what: Toast & { readonly durationMs?: number }): void => {
    const shownMs = what.durationMs ?? toastMs(toastLook(what).tone);
    const before = cleared;
    void fetchStack().then(
      ({ showToast }) => showToast({ ...what, durationMs: shownMs }),
      // Offline, or a deployment removed the code: the message must still be shown.
      () => before === cleared && root?.plain(what, shownMs),
    );
  };

  const clearToasts = (): void => {
    cleared += 1;
    root?.plain(null);
    void fetching?.then(
      (stack) => stack.clearToasts(),
      () => undefined,
    );
  };

  function Toaster() {
    const [Shown, setShown] = useState<ComponentType | null>(null);
    const [plain, setPlain] = useState<Toast | null>(null);
    useEffect(() => {
      let timer = setTimeout(() => void fetchStack().catch(() => undefined), preloadAfterMs);
      root = {
        stack: ({ ToastStack }) => setShown(() => ToastStack),
        plain: (words, durationMs) => {
          setPlain(words);
          if (words === null) return;
          clearTimeout(timer);
          timer = setTimeout(() => setPlain(null), durationMs);
        },
      };
      void fetching?.then(root.stack, () => undefined);
      return () => {
        clearTimeout(timer);
        root = null;
      };
    }, []);
    return (
      <>
        {Shown !== null && <Shown />}
        <div className="uk-toast-plain" role="status" hidden={plain === null}>
          <b>{plain === null ? null : toastLook(plain).title}</b> {plain?.text}
        </div>
      </>
    );
  }

  return { toast, clearToasts, Toaster };
}

/**
 * `toast` shows a message; errors stay longest. `clearToasts` removes all when their user has left. `Toaster` is mounted once, at the
 * root.
 */
export const { toast, clearToasts, Toaster } = createMessages(async () => (await import('./toasts/ToastStack.tsx')).createToastStack());
