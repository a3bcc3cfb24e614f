// Draws the stored theme before the first paint. A blocking file of its own, because the content security policy allows no inline script.
// src/ui/theme/mode.ts takes over when the application is up.
import { drawnTheme, parseTheme, themeKey, wallThemeKey } from '../domain/theme.ts';

const root = document.documentElement;
const isWall = location.pathname === '/wall';

/** What is stored under a key; null where storage is closed to us. */
function held(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// A wall display has a theme of its own, and is dark until it has heard which (src/app/wall/wallPage.ts).
if (isWall) root.dataset['display'] = 'wall';
const choice = parseTheme(isWall ? (held(wallThemeKey) ?? 'dark') : held(themeKey));
const drawn = drawnTheme(choice, matchMedia('(prefers-color-scheme: dark)').matches);
root.dataset['theme'] = drawn;
root.classList.add(drawn);
