import { useEffect, useState, useSyncExternalStore } from 'react';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { WallTheme } from '../../contracts/display.ts';
import { wallThemeKey } from '../../domain/theme.ts';
import { parseReloads, planReload, reloadsKey, reloadsText } from '../../domain/wall/recovery.ts';
import { lendTheme } from '../../ui/theme/mode.ts';
import { reloadForUpdate } from '../update/startUpdates.ts';
import { updates } from '../update/updateState.ts';

/** Random delay, so that displays of one site do not all load a new version in the same second. Milliseconds. */
const updateSpreadMs = 20_000;
/** If the session stays unknown for this long, the hub will not recover by itself. Milliseconds. */
const startLimitMs = 90_000;
/** The pointer is hidden after this time without movement, milliseconds. */
const pointerMs = 3_000;

/** Applies the wall's own theme while mounted, and then restores the person's. */
export function useWallTheme(theme: WallTheme): void {
  useEffect(() => {
    const root = document.documentElement;
    root.dataset['display'] = 'wall';
    const giveBack = lendTheme(theme);
    try {
      localStorage.setItem(wallThemeKey, theme);
    } catch {
      // not stored: the next load starts dark
    }
    return () => {
      delete root.dataset['display'];
      giveBack();
    };
  }, [theme]);
}

/** Keeps the screen awake while the page is visible; a browser releases the lock whenever it is not. */
export function useWakeLock(): void {
  useEffect(() => {
    let held: WakeLockSentinel | null = null;
    let over = false;
    const ask = async (): Promise<void> => {
      if (over || document.visibilityState !== 'visible' || (held !== null && !held.released)) return;
      try {
        const lock = await navigator.wakeLock.request('screen');
        if (over) await lock.release();
        else held = lock;
      } catch {
        // Missing, or refused while the battery is low: requested again when the page becomes visible, and every minute.
      }
    };
    void ask();
    const again = setInterval(() => void ask(), 60_000);
    const seen = () => void ask();
    document.addEventListener('visibilitychange', seen);
    return () => {
      over = true;
      clearInterval(again);
      document.removeEventListener('visibilitychange', seen);
      void held?.release();
    };
  }, []);
}

/**
 * Reloads the page after a failure, with growing delays while it keeps failing. Returns the delay in milliseconds and a function that
 * cancels it.
 */
export function reloadSoon(): { readonly delayMs: number; readonly cancel: () => void } {
  let held: string | null = null;
  try {
    held = sessionStorage.getItem(reloadsKey);
  } catch {
    // storage is blocked: each failure counts as the first
  }
  const { delayMs, after } = planReload(parseReloads(held), Date.now());
  const timer = setTimeout(() => {
    try {
      sessionStorage.setItem(reloadsKey, reloadsText(after));
    } catch {
      // as above
    }
    location.reload();
  }, delayMs);
  return { delayMs, cancel: () => clearTimeout(timer) };
}

/** A display installs new versions by itself (D-30), and reloads if the session stays unknown or its build is too old. */
export function useSelfCare(): void {
  const { session, buildTooOld } = useHubStatus();
  const update = useSyncExternalStore(updates.listen, updates.get);
  const starting = session.phase === 'starting';
  useEffect(() => {
    if (update !== 'ready') return;
    const timer = setTimeout(reloadForUpdate, Math.random() * updateSpreadMs);
    return () => clearTimeout(timer);
  }, [update]);
  useEffect(() => {
    if (!buildTooOld) return;
    const { cancel } = reloadSoon();
    return cancel;
  }, [buildTooOld]);
  useEffect(() => {
    if (!starting) return;
    let cancel = () => {};
    const timer = setTimeout(() => {
      ({ cancel } = reloadSoon());
    }, startLimitMs);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [starting]);
}

/** Full screen needs a user gesture without a kiosk mode: a click or F. The pointer is hidden while it does not move. */
export function usePointer(): boolean {
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMove = () => {
      setMoved(true);
      clearTimeout(timer);
      timer = setTimeout(() => setMoved(false), pointerMs);
    };
    const full = () => {
      // Not available in every browser; the display works the same in a window.
      if (document.fullscreenElement === null) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'f' || key === 'F') full();
    };
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('a') === null) full();
    };
    addEventListener('pointermove', onMove);
    addEventListener('keydown', onKey);
    addEventListener('click', onClick);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', onMove);
      removeEventListener('keydown', onKey);
      removeEventListener('click', onClick);
    };
  }, []);
  return moved;
}
