import { type ComponentType, useEffect, useState } from 'react';
import './feedback.css';

export type ToastTone = 'ok' | 'bad' | 'warn' | 'info';

/** What happened in the title, at most one sentence below. */
export interface Toast {
  readonly tone: ToastTone;
  readonly title: string;
  readonly text?: string;
}

const durations: Readonly<Record<ToastTone, number>> = { ok: 4000, info: 4000, warn: 6000, bad: 8000 };

/** The stack's code (32 kB) is not for the way to the first row: it is fetched this long after the page began, or with the first message. */
const preloadAfterMs = 3_000;

interface Stack {
  readonly showToast: (toast: Toast & { readonly durationMs: number }) => void;
  readonly ToastStack: ComponentType;
}
let fetching: Promise<Stack> | null = null;
/** What stands at the root, while it does: told of the stack when it is there, and of words for which there is none. */
let root: { readonly stack: (stack: Stack) => void; readonly plain: (toast: Toast, durationMs: number) => void } | null = null;

function fetchStack(): Promise<Stack> {
  fetching ??= import('./ToastStack.tsx').then(
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
}

/** Shows a toast. Errors stay longest. */
export function toast({ durationMs, ...what }: Toast & { readonly durationMs?: number }): void {
  const shownMs = durationMs ?? durations[what.tone];
  void fetchStack().then(
    ({ showToast }) => showToast({ ...what, durationMs: shownMs }),
    // The link dropped, or a deploy took the code away: just then words must not be lost.
    () => root?.plain(what, shownMs),
  );
}

/** Stands once, at the root. */
export function Toaster() {
  const [Stack, setStack] = useState<ComponentType | null>(null);
  const [plain, setPlain] = useState<Toast | null>(null);
  useEffect(() => {
    let timer = setTimeout(() => void fetchStack().catch(() => undefined), preloadAfterMs);
    root = {
      stack: ({ ToastStack }) => setStack(() => ToastStack),
      plain: (toast, durationMs) => {
        setPlain(toast);
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
      {Stack !== null && <Stack />}
      <div className="uk-toast-plain" role="status" hidden={plain === null}>
        <b>{plain?.title}</b> {plain?.text}
      </div>
    </>
  );
}
