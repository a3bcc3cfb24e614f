/** Times of the session (core document section 9, D-31, D-34). Milliseconds. */
const minuteMs = 60_000;
export const refreshLeadMs = 5 * minuteMs;
export const warnAfterMs = 25 * minuteMs;
export const timeoutAfterMs = 30 * minuteMs;
/** How long a person is known without the platform's word (D-31). */
export const knownForMs = 72 * 60 * minuteMs;
/** Between tries to reach the platform for me or refresh. */
export const askAgainMs = 15_000;
/** At start: how long the platform may take to say who this is before the person we knew is shown what is held. */
export const knownAfterMs = 1_000;
/** How long a wall display is known without the platform's word: as long as the platform itself keeps a display that it does not hear of. */
export const displayKnownForMs = 30 * 24 * 60 * minuteMs;
/** A display's session is long-lived, so it is asked for anew this often; no timer of a browser reaches a month. */
export const displayAskMs = 6 * 60 * minuteMs;
