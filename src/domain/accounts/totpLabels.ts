/** A secret key for typing, in groups of four. */
export function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

/** What is wrong with a typed code; null if it is six digits, optionally with one space in the middle. */
export function codeProblem(typed: string): string | null {
  return /^\d{3} ?\d{3}$/.test(typed.trim()) ? null : 'Enter the six digits that the app shows';
}
