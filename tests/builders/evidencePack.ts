import { createHash, generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult, sign } from 'node:crypto';
import type { EvidenceManifest, ManifestFile } from '../../src/contracts/evidence.ts';
import { canonicalFileList, canonicalManifestPayload, canonicalPackPayload } from '../../src/domain/records/manifest.ts';

/** Test packs are signed with node:crypto rather than the code under test, so that the two check each other. */
export interface TestKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
}

/** What test files of one process share: making an RSA key takes a tenth of a second, and some hundred are asked for. */
const shared = globalThis as { ukweliTestKeys?: Map<string, (Pair | undefined)[]>; ukweliKeysTaken?: Map<string, number> };
type Pair = KeyPairKeyObjectResult;

/** A key that this test file has not got yet; files of one process get the same ones (nodeFile.ts tells where a file begins). */
function anotherPair(modulusLength: number, publicExponent: number): Pair {
  const make = (): Pair => generateKeyPairSync('rsa', { modulusLength, publicExponent });
  const taken = shared.ukweliKeysTaken;
  if (taken === undefined) return make(); // not in a test file
  const kind = `${modulusLength} ${publicExponent}`;
  const pool = (shared.ukweliTestKeys ??= new Map());
  const pairs = pool.get(kind) ?? [];
  pool.set(kind, pairs);
  const place = taken.get(kind) ?? 0;
  taken.set(kind, place + 1);
  return (pairs[place] ??= make());
}

export function makeKey(kid: string, modulusLength = 2048, publicExponent = 65_537): TestKey {
  const { privateKey, publicKey } = anotherPair(modulusLength, publicExponent);
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
export const b64 = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

/** A compact JWS over exactly these texts; signed with RS256 whatever the header says. */
export function signRaw(header: string, payload: string, privateKey: KeyObject): string {
  const input = `${b64(header)}.${b64(payload)}`;
  return `${input}.${b64(sign('sha256', Buffer.from(input), privateKey))}`;
}

export interface PackOptions {
  readonly packId?: string;
  readonly tenantId?: string;
  readonly files?: readonly ManifestFile[];
  readonly header?: Readonly<Record<string, unknown>>;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The verification and site that it is signed for, under the newer `typ`; without it the older form is signed. */
  readonly signedFor?: { readonly verificationId: string; readonly siteCode: string };
}

export const sampleFiles: readonly ManifestFile[] = ['meter-readings.csv', 'kitchen-north.jpg', 'fuel-receipts.pdf'].map((name) => ({
  name,
  size: Buffer.byteLength(`bytes of ${name}`),
  hash: sha256(`bytes of ${name}`),
  url: `https://files.example/${name}`,
}));

export function makePack(key: TestKey, options: PackOptions = {}): EvidenceManifest {
  const files = [...(options.files ?? sampleFiles)];
  const packId = options.packId ?? 'EP-0931';
  const signatureTimestamp = '2025-11-18T10:21:54Z';
  const manifestHash = sha256(canonicalFileList(files));
  const { signedFor } = options;
  const covered = { packId, tenantId: options.tenantId ?? 'demo', manifestHash, signatureTimestamp };
  const canonical = signedFor === undefined ? canonicalManifestPayload(covered) : canonicalPackPayload({ ...covered, ...signedFor });
  const payload = options.payload === undefined ? canonical : JSON.stringify(options.payload);
  const typ = signedFor === undefined ? 'evidence-manifest+jws' : 'evidence-pack+jws';
  const header = JSON.stringify({ alg: 'RS256', kid: key.kid, typ, ...options.header });
  return {
    packId,
    files,
    jwsSignature: signRaw(header, payload, key.privateKey),
    signerKid: key.kid,
    signatureTimestamp,
    wormStatus: 'locked',
    manifestHash,
  };
}
