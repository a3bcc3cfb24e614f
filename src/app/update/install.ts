/** Chromium's event, not in TypeScript's DOM library: other browsers never fire it. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let waiting: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(next: InstallPrompt | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Whether the browser offers to install the console now. For useSyncExternalStore. */
export const installOffer = {
  get: (): boolean => waiting !== null,
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;

/** Catches the browser's offer, which comes once and early; the console shows it when the user asks for it (K-2). */
export function startInstallOffer(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt); // the only event of this name
  });
  globalThis.addEventListener('appinstalled', () => set(null));
}

/** Shows the browser's own prompt. An offer can be used once, whatever the answer. */
export async function install(): Promise<void> {
  const offer = waiting;
  set(null);
  await offer?.prompt();
}

/** True when the console runs in its own window. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay), (display-mode: fullscreen)').matches;
}
