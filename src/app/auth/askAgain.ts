/** Whether the platform refused what a provider said of somebody, on this page: the provider may remember him from before, and would say the same again (G-1). */
let refused = false;

export const noteRefused = (): void => void (refused = true);
export const wasRefused = (): boolean => refused;
