import { useEffect, useState, useSyncExternalStore } from 'react';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import type { WallTheme } from '../../contracts/display.ts';
import { wallThemeKey } from '../../domain/theme.ts';
import { parseReloads, planReload, reloadsKey, reloadsText } from '../../domain/wall/recovery.ts';
import { lendTheme } from '../../ui/theme/mode.ts';
import { reloadForUpdate } from '../update/startUpdates.ts';
import { updates } from '../update/updateState.ts';

/** Walls of one house do not all load a new version in the same second. Milliseconds. */
const updateSpreadMs = 20_000;
/** Nobody is known for longer than this: the hub does not come by itself any more. Milliseconds. */
const startLimitMs = 90_000;
/** A pointer that was not moved for so long is put away, milliseconds. */
const pointerMs = 3_000;

/** Draws the wall's own theme while it is shown, and gives back the person's. */
export function useWallTheme(theme: WallTheme): void {
  useEffect(() => {
    const root = document.documentElement;
    root.dataset['display'] = 'wall';
    const giveBack = lendTheme(theme);
    try {
      localStorage.setItem(wallThemeKey, theme);
    } catch {
      // not kept: the next load begins dark
    }
    return () => {
      delete root.dataset['display'];
      giveBack();
    };
  }, [theme]);
}

/** Keeps the screen awake while the page is seen; a browser takes the lock away whenever it is not. */
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
        // Missing, or refused while the battery runs low: asked again when the page is next seen, and every minute.
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

/** Loads the page anew after a failure, ever more slowly while it goes on failing. Answers in how many milliseconds, and how to call it off. */
export function reloadSoon(): { readonly delayMs: number; readonly cancel: () => void } {
  let held: string | null = null;
  try {
    held = sessionStorage.getItem(reloadsKey);
  } catch {
    // closed to us: then each failure counts as the first
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

/** A wall takes new versions by itself (D-30), and loads anew when nobody has told it anything for too long. */
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

/** Full screen takes a gesture where no kiosk gives it: a click or F does. The pointer is put away when nobody moves it. */
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
      // Not to be had in every browser; the wall is the same in a window.
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
