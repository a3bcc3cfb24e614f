import { drawnTheme, parseTheme, type ThemeChoice, themeKey } from '../../domain/theme.ts';

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');
let choice: ThemeChoice | null = null;
/** Temporary theme, drawn instead of the choice; null if none. */
let lent: 'light' | 'dark' | null = null;
const listeners = new Set<() => void>();

/** The current choice; `system` if storage is unavailable. */
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
  root.classList.toggle('dark', drawn === 'dark'); // Chakra's dark condition uses this class
  root.classList.toggle('light', drawn === 'light');
  for (const listener of listeners) listener();
}

/**
 * Switches themes without transitions: controls that fade to new colours one by one are unreadable on the new background meanwhile
 * (base.css).
 */
function stillWhileChanging(root: HTMLElement): void {
  root.classList.add('theme-changing');
  // One frame is drawn without transitions; the next restores them.
  requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove('theme-changing')));
}

/** Sets, draws and stores the choice. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    if (next === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, next);
  } catch {
    // storage may be blocked: drawn, but not stored
  }
  draw();
}

/** Draws a theme temporarily, without storing it; returns the function that restores the choice. */
export function lendTheme(theme: 'light' | 'dark'): () => void {
  lent = theme;
  draw();
  return () => {
    lent = null;
    draw();
  };
}

/** Draws the stored choice, then follows the system and other tabs. Call once, before the first render. */
export function startTheme(): void {
  systemDark().addEventListener('change', draw);
  addEventListener('storage', (event) => {
    if (event.key !== themeKey && event.key !== null) return;
    choice = parseTheme(event.key === null ? null : event.newValue);
    draw();
  });
  draw();
}

/** For useSyncExternalStore: calls the listener after each change of the drawn theme. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme drawn now. */
export function drawnNow(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}
