/** Whole seconds left until `endsAt`, rounded up so that 0 means over; both epoch milliseconds on one clock. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}

/** Minutes and seconds: '4:38'. */
export function countdownText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Announcements for screen readers, at these moments only: a count read every second would drown everything else. */
export function countdownSpoken(seconds: number): string | null {
  if (seconds === 300) return 'Session expiring in 5 minutes.';
  if (seconds === 60) return 'Session expiring in 1 minute.';
  if (seconds === 10) return 'Session expiring in 10 seconds.';
  return null;
}
