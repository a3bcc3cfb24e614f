/** Decision and receipt within this time count as one moment: the difference is only transmission. Milliseconds. */
const oneMomentMs = 60_000;

/** True if a decision and its receipt must be shown as two times (D-56). Both ISO 8601; `decidedAt` is undefined if not reported. */
export function areApart(decidedAt: string | undefined, receivedAt: string): decidedAt is string {
  return decidedAt !== undefined && Math.abs(Date.parse(receivedAt) - Date.parse(decidedAt)) > oneMomentMs;
}
