/** Between what was decided and what was received at once there is the way there and nothing else, milliseconds. */
const oneMomentMs = 60_000;

/** Whether a decision and its receipt are two moments to whoever reads of them (D-56). Both ISO 8601; `decidedAt` is undefined where nobody told. */
export function areApart(decidedAt: string | undefined, receivedAt: string): decidedAt is string {
  return decidedAt !== undefined && Math.abs(Date.parse(receivedAt) - Date.parse(decidedAt)) > oneMomentMs;
}
