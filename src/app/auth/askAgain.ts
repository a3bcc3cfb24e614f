/**
 * Whether the platform refused a provider's statement on this page: the provider may still remember that person and would send the same
 * again (G-1).
 */
let refused = false;

/** Records a refusal; it is remembered until the page is loaded again. */
export const noteRefused = (): void => void (refused = true);
/** Whether the next sign-in must not rely on what the provider remembers. */
export const wasRefused = (): boolean => refused;
