import { type ComponentType, useEffect, useState } from 'react';
import { type Toast, toastLook, type ToastTone } from './toastLook.ts';
import './feedback.css';

export type { Toast, ToastTone } from './toastLook.ts';

/** How messages are stacked and drawn (toasts/ToastStack.tsx). */
export interface Stack {
  readonly showToast: (toast: Toast & { readonly durationMs: number }) => void;
  readonly clearToasts: () => void;
  readonly ToastStack: ComponentType;
}

/** How long a message is shown unless it says so itself (I-20), ms. */
export const toastMs = (tone: ToastTone): number => (tone === 'bad' ? 5000 : 4000);

/** The stack's code is not for the way to the first row: it is fetched this long after the page began, or with the first message. */
const preloadAfterMs = 3_000;

/** Messages over a stack whose code comes later, or does not come. */
export function createMessages(load: () => Promise<Stack>): {
  readonly toast: (toast: Toast & { readonly durationMs?: number }) => void;
  readonly clearToasts: () => void;
  readonly Toaster: ComponentType;
} {
  let fetching: Promise<Stack> | null = null;
  /** What stands at the root, while it does: told of the stack when it is there, and of words for which there is none. */
  let root: { readonly stack: (stack: Stack) => void; readonly plain: (toast: Toast, durationMs: number) => void } | null = null;

  const fetchStack = (): Promise<Stack> => {
    fetching ??= load().then(
      (stack) => {
        root?.stack(stack);
        return stack;
      },
      (cause: unknown) => {
        fetching = null; // asked for again with the next message
        throw cause;
      },
    );
    return fetching;
  };

  const toast = (what: Toast & { readonly durationMs?: number }): void => {
    const shownMs = what.durationMs ?? toastMs(toastLook(what).tone);
    void fetchStack().then(
      ({ showToast }) => showToast({ ...what, durationMs: shownMs }),
      // The link dropped, or a deploy took the code away: just then words must not be lost.
      () => root?.plain(what, shownMs),
    );
  };

  const clearToasts = (): void =>
    void fetching?.then(
      (stack) => stack.clearToasts(),
      () => undefined,
    );

  function Toaster() {
    const [Shown, setShown] = useState<ComponentType | null>(null);
    const [plain, setPlain] = useState<Toast | null>(null);
    useEffect(() => {
      let timer = setTimeout(() => void fetchStack().catch(() => undefined), preloadAfterMs);
      root = {
        stack: ({ ToastStack }) => setShown(() => ToastStack),
        plain: (words, durationMs) => {
          setPlain(words);
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

/** `toast` shows a message: errors stay longest. `clearToasts`: whoever they were for has left. `Toaster` stands once, at the root. */
export const { toast, clearToasts, Toaster } = createMessages(async () => (await import('./toasts/ToastStack.tsx')).createToastStack());
