// Not needed for the first rows: loaded in parallel.
const code = () => import('./updates.ts');

/** Registers the service worker and follows its versions (D-30). If this code cannot be loaded, the page works without. */
export function startUpdates(): void {
  code().then(
    ({ followUpdates }) => followUpdates(),
    () => undefined,
  );
}

/** Activates a waiting version, which reloads every tab; if none waits, checks for one first, and if there is none reloads this tab. */
export function reloadForUpdate(): void {
  code().then(
    ({ takeUpdate }) => takeUpdate(),
    () => location.reload(), // missing code may be the very reason for the reload
  );
}
