/**
 * Headers by which a session is bound to a key of its device (D-55, G-3, G-17): the public half as base64url of its uncompressed point (P-256), with a person's sign-in or a display's first refresh; with
 * any later one it takes the place of the one before, and `1` tells that it is kept under an app lock. `<nonce>.<signature>` at every refresh, whose body stays empty (C-75), with the key's thumbprint in
 * the nonce's place where the first key is given; on the answer the nonce that the next one signs, and `1` where it is given again, since its first answer was lost: token and nonce may be old, and are
 * renewed at once.
 */
export const deviceKeyHeaders = {
  key: 'X-Device-Key',
  locked: 'X-Device-Locked',
  proof: 'X-Device-Proof',
  nonce: 'X-Device-Nonce',
  again: 'X-Device-Again',
} as const;
