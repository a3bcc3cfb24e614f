/** Asks the browser, once a page, to keep our storage when space runs out (D-37). Asked only after sign-in: before that there
 * is nothing worth keeping, and Firefox would ask a person who does not know us yet. A browser without it just keeps less surely. */
let asked = false;

export async function askForPersistence(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Not to be had here (private mode, an old browser): nothing depends on it.
  }
}
