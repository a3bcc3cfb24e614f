import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewCredential, PasskeyOptions } from '../../src/contracts/passkey.ts';

/** The part of a WebAuthn request that an authenticator uses. */
interface Asked {
  readonly challenge: string;
  readonly rpId?: string | undefined;
}

/** The page's origin, and deviations from correct behaviour. */
export interface Conditions {
  /** Origin of the requesting page. */
  readonly origin: string;
  /** False: user presence only, without user verification. */
  readonly recognised?: boolean;
  /** A relying party id other than the page's own. */
  readonly rpId?: string;
  /** Replaces the next signature counter, as of a cloned authenticator. */
  readonly counter?: number;
}

/** A passkey in software: an ES256 key that answers WebAuthn requests without a browser. */
export interface SoftwarePasskey {
  /** The browser's result of `navigator.credentials.create`. */
  readonly create: (options: PasskeyOptions, conditions: Conditions) => NewCredential;
  /** The sign-in page's result of `navigator.credentials.get`. */
  readonly get: (asked: Asked, conditions: Conditions) => object;
}

const flagPresent = 0x01;
const flagRecognised = 0x04;
const flagKeyIncluded = 0x40;

/** @param counts false for a synced passkey, whose counter stays 0 */
export function createSoftwarePasskey(counts = true): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle = '';

  const dataOf = (rpId: string, { recognised = true, ...conditions }: Conditions, key?: Buffer): Buffer => {
    counter += counts ? 1 : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(conditions.counter ?? counter);
    const flags = flagPresent | (recognised ? flagRecognised : 0) | (key === undefined ? 0 : flagKeyIncluded);
    return Buffer.concat([sha256(conditions.rpId ?? rpId), Buffer.from([flags]), count, key ?? Buffer.alloc(0)]);
  };
  return {
    create(options, conditions) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(publicKey)]);
      const authData = dataOf(options.rp.id, conditions, key);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, conditions.origin),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'), // CBOR encodes maps, although its type does not allow them
          transports: ['internal'],
        },
      };
    },
    get(asked, conditions) {
      const authenticatorData = dataOf(asked.rpId ?? '', conditions);
      const clientDataJSON = clientData('webauthn.get', asked.challenge, conditions.origin);
      const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

/** The public key in COSE format: EC2, ES256, P-256. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(key as never)); // CBOR encodes maps, although its type does not allow them
}
