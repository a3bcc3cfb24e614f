// If the console's own code cannot be loaded, none of it can show an error: this script does, instead of a blank page (F-19).
import { parseReloads, planReload, reloadsKey, reloadsText } from '../domain/wall/recovery.ts';

const isWall = location.pathname === '/wall';

/**
 * A wall display has no user to press a button: it reloads by itself, with growing delays while it keeps failing. Elsewhere the user
 * decides, because an automatic reload would lose typed text.
 */
function reloadWall(): void {
  let held: string | null = null;
  try {
    held = sessionStorage.getItem(reloadsKey);
  } catch {
    // storage is blocked: each failure counts as the first
  }
  const { delayMs, after } = planReload(parseReloads(held), Date.now());
  setTimeout(() => {
    try {
      sessionStorage.setItem(reloadsKey, reloadsText(after));
    } catch {
      // as above
    }
    location.reload();
  }, delayMs);
}

/** Replaces the empty page with a message that the console could not be loaded, and what to do. */
function note(root: HTMLElement): void {
  const box = document.createElement('div');
  box.className = 'boot-note';
  box.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = isWall
    ? 'This display could not be loaded. It retries automatically.'
    : 'The console could not be loaded: the connection dropped, or there is a new version. The data on this device is still here.';
  if (isWall) {
    box.append(text);
    root.replaceWith(box);
    reloadWall();
    return;
  }
  const reload = document.createElement('button');
  reload.type = 'button';
  reload.textContent = 'Reload';
  reload.addEventListener('click', () => location.reload());
  const recover = document.createElement('a');
  recover.href = '/recover.html';
  recover.textContent = 'Still not working?';
  const ways = document.createElement('p');
  ways.append(reload, ' ', recover);
  box.append(text, ways);
  root.replaceWith(box);
}

addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root');
    // If a script fails later, the running console reports it.
    if (target instanceof HTMLScriptElement && root !== null && root.childElementCount === 0) note(root);
  },
  true, // load failures do not bubble
);
