import { drawnTheme, parseTheme, type ThemeChoice, themeKey } from '../../domain/theme.ts';

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');
let choice: ThemeChoice | null = null;
/** Drawn in the place of the choice while it is lent. */
let lent: 'light' | 'dark' | null = null;
const listeners = new Set<() => void>();

/** The current choice; `system` where storage is closed to us. */
export function currentTheme(): ThemeChoice {
  if (choice === null) {
    try {
      choice = parseTheme(localStorage.getItem(themeKey));
    } catch {
      choice = 'system'; // storage may be blocked; the choice then lasts as long as the page
    }
  }
  return choice;
}

function draw(): void {
  const drawn = lent ?? drawnTheme(currentTheme(), systemDark().matches);
  const root = document.documentElement;
  if (root.dataset['theme'] !== drawn) stillWhileChanging(root);
  root.dataset['theme'] = drawn;
  root.classList.toggle('dark', drawn === 'dark'); // Chakra's own dark condition looks here
  root.classList.toggle('light', drawn === 'light');
  for (const listener of listeners) listener();
}

/** A theme changes at once: controls that move to their new colours one by one stand unreadable on the new ground meanwhile (base.css). */
function stillWhileChanging(root: HTMLElement): void {
  root.classList.add('theme-changing');
  // One frame is drawn without transitions; they come back with the next.
  requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove('theme-changing')));
}

/** Chooses, draws and keeps. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    if (next === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, next);
  } catch {
    // as above: not kept, but drawn
  }
  draw();
}

/** Draws this theme for a while, whatever was chosen and without keeping it; answers how to give the choice back. */
export function lendTheme(theme: 'light' | 'dark'): () => void {
  lent = theme;
  draw();
  return () => {
    lent = null;
    draw();
  };
}

/** Draws the stored choice and follows the system and other tabs from then on. Call once, before the first render. */
export function startTheme(): void {
  systemDark().addEventListener('change', draw);
  addEventListener('storage', (event) => {
    if (event.key !== themeKey && event.key !== null) return;
    choice = parseTheme(event.key === null ? null : event.newValue);
    draw();
  });
  draw();
}

/** For useSyncExternalStore: told after each change of what is drawn. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is drawn now. */
export function drawnNow(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}
