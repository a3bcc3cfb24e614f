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
