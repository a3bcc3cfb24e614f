/** A secret key as people type it off: in groups of four. */
export function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
