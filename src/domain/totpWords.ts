/** A secret key as people type it off: in groups of four. */
export function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

/** What is wrong with a code as it was typed; null where nothing is: six digits, with one space in their middle or none. */
export function codeProblem(typed: string): string | null {
  return /^\d{3} ?\d{3}$/.test(typed.trim()) ? null : 'Enter the six digits that the app shows';
}
