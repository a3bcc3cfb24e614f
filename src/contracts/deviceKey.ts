/**
 * Headers that bind a session to a key of its device (D-55, G-3, G-17).
 * - `key`: the public key (P-256, uncompressed point, base64url), sent with a person's sign-in or a display's first refresh; with a later
 *   refresh it replaces the previous key.
 * - `locked`: `1` if the key is stored under an app lock.
 * - `proof`: `<nonce>.<signature>`, sent with every refresh, whose body stays empty (C-75). When the first key is given, the key's
 *   thumbprint takes the nonce's place.
 * - `nonce`: on the answer, the nonce that the next proof signs.
 * - `again`: `1` if the answer repeats one that was lost; token and nonce may be old and are renewed at once.
 */
export const deviceKeyHeaders = {
  key: 'X-Device-Key',
  locked: 'X-Device-Locked',
  proof: 'X-Device-Proof',
  nonce: 'X-Device-Nonce',
  again: 'X-Device-Again',
} as const;
