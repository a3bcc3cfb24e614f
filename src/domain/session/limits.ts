/** Times of the session (core document section 9, D-31, D-34). Milliseconds. */
const minuteMs = 60_000;
/** How long before its idle end the session is refreshed. */
export const refreshLeadMs = 5 * minuteMs;
/** Inactivity after which the person is warned, and after which the session ends. */
export const warnAfterMs = 25 * minuteMs;
export const timeoutAfterMs = 30 * minuteMs;
/** How long a person is accepted without confirmation by the platform (D-31). */
export const knownForMs = 72 * 60 * minuteMs;
/** Interval of attempts to reach the platform for me or refresh. */
export const askAgainMs = 15_000;
/** At start: how long to wait for the platform before the remembered person is shown the stored rows. */
export const knownAfterMs = 1_000;
/** How long a wall display is accepted without confirmation: as long as the platform keeps a display that it does not hear from. */
export const displayKnownForMs = 30 * 24 * 60 * minuteMs;
/** A display's session is long-lived, so it is checked this often; browser timers cannot reach a month. */
export const displayAskMs = 6 * 60 * minuteMs;
