// None of it is for the way to the first row: its code comes beside it.
const code = () => import('./updates.ts');

/** Registers the service worker and follows its versions (D-30). Where its code does not come, this page goes on without. */
export function startUpdates(): void {
  code().then(
    ({ followUpdates }) => followUpdates(),
    () => undefined,
  );
}

/** Lets a waiting version take over, which reloads every tab; where none waits, asks for one first, and without any reloads this tab. */
export function reloadForUpdate(): void {
  code().then(
    ({ takeUpdate }) => takeUpdate(),
    () => location.reload(), // who asks for it may do so because code did not come
  );
}
