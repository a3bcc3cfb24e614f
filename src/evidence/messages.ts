/** The document's strings (core document, sections 5 and 8), verbatim. Shown in the step list and in the verdict. */
export const messages = {
  manifest: 'Failed to fetch manifest',
  hashChain: 'Hash chain verification failed',
  jwks: 'Failed to fetch JWKS',
  signature: 'JWS signature verification failed',
  signedUrls: 'Failed to generate signed URLs',
  generic: 'Verification failed',
  hashVerified: 'Hash Verified',
  hashMismatch: 'Hash Mismatch Detected',
  files: 'Hash Mismatch Detected',
  reportHash: 'Hash Mismatch Detected',
  later: 'What happened later is not as it was signed',
  proofRow: 'The verification is not as it was sealed',
  proofChain: 'The links of the chain do not hold',
  proofCheckpoints: 'The checkpoints do not hold',
  proofKeys: 'The keys are not those that they are said to be',
} as const;

/** 'Unknown kid: {id}'. The key id comes from an untrusted pack: truncated, and without characters that reorder or break a line. */
export function unknownKidMessage(kid: string): string {
  return `Unknown kid: ${clip(kid)}`;
}

/** 'Not the evidence of VRF-000100'. */
export function notTheEvidenceMessage(vrfId: string): string {
  return `Not the evidence of ${clip(vrfId)}`;
}

/** Makes an untrusted string safe for a message: at most `length` characters, control and bidirectional characters replaced by `?`. */
export function clip(text: string, length = 80): string {
  const safe = text.slice(0, length).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Surrogate}]/gu, '?');
  return text.length > length ? `${safe}…` : safe;
}
