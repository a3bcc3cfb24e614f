/**
 * Asks the browser, once per page, not to evict our storage when space runs out (D-37). Only after sign-in: before that there is nothing
 * worth keeping, and Firefox would prompt a person who does not know us yet. A browser without it may evict sooner.
 */
let asked = false;

/** Never rejects; later calls do nothing. Nothing depends on the outcome. */
export async function askForPersistence(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Unavailable (private mode, an old browser): nothing depends on it.
  }
}
