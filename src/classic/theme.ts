// Applies the stored theme before the first paint. A separate blocking file, because the content security policy allows no inline script.
// src/ui/theme/mode.ts takes over when the application runs.
import { drawnTheme, parseTheme, themeKey, wallThemeKey } from '../domain/theme.ts';

const root = document.documentElement;
const isWall = location.pathname === '/wall';

/** The stored value of a key; null if storage is blocked. */
function held(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// A wall display has its own theme, and is dark until it knows which (src/app/wall/wallPage.ts).
if (isWall) root.dataset['display'] = 'wall';
const choice = parseTheme(isWall ? (held(wallThemeKey) ?? 'dark') : held(themeKey));
const drawn = drawnTheme(choice, matchMedia('(prefers-color-scheme: dark)').matches);
root.dataset['theme'] = drawn;
root.classList.add(drawn);
