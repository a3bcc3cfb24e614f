// When the console's own code does not arrive, nothing of it can say so: this does, in place of a blank page (F-19).
import { parseReloads, planReload, reloadsKey, reloadsText } from '../domain/wall/recovery.ts';

const isWall = location.pathname === '/wall';

/**
 * Nobody stands before a wall display to press a button: it loads anew by itself, ever more slowly while it goes on failing. Everywhere else the person decides: a page
 * that reloads by itself takes what was being typed with it.
 */
function reloadWall(): void {
  let held: string | null = null;
  try {
    held = sessionStorage.getItem(reloadsKey);
  } catch {
    // storage is closed to us: then each failure counts as the first
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

/** Says in the place of the empty page that the console could not be loaded, and what can be done. */
function note(root: HTMLElement): void {
  const box = document.createElement('div');
  box.className = 'boot-note';
  box.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = isWall
    ? 'This display could not be loaded. It tries again by itself.'
    : 'The console could not be loaded: the link dropped, or a new version has replaced it. What this device holds is still here.';
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
  recover.textContent = 'It keeps happening';
  const ways = document.createElement('p');
  ways.append(reload, ' ', recover);
  box.append(text, ways);
  root.replaceWith(box);
}

addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root');
    // A script that fails later, in a console that stands, is that console's to tell.
    if (target instanceof HTMLScriptElement && root !== null && root.childElementCount === 0) note(root);
  },
  true, // load failures do not bubble
);
