import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewCredential, PasskeyOptions } from '../../src/contracts/passkey.ts';

/** What a sign-in page asks for, as far as an authenticator looks at it. */
interface Asked {
  readonly challenge: string;
  readonly rpId?: string | undefined;
}

/** Where the browser is, and what the device does not do as it should. */
export interface Conditions {
  /** Origin of the page that asks. */
  readonly origin: string;
  /** False: nobody was recognised, only present. */
  readonly recognised?: boolean;
  /** Another name than the page's own. */
  readonly rpId?: string;
  /** In place of the next count: a copy that fell behind. */
  readonly counter?: number;
}

/** A passkey on a device made of nothing: an ES256 key that answers as WebAuthn has it, without a browser. */
export interface SoftwarePasskey {
  /** What the browser sends for `navigator.credentials.create`. */
  readonly create: (options: PasskeyOptions, conditions: Conditions) => NewCredential;
  /** What the sign-in page sends for `navigator.credentials.get`. */
  readonly get: (asked: Asked, conditions: Conditions) => object;
}

const flagPresent = 0x01;
const flagRecognised = 0x04;
const flagKeyIncluded = 0x40;

/** @param counts false for one that is synced: its count says 0 for good */
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
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'), // a map is CBOR, whatever its type says
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

/** The public key as COSE has it: EC2, ES256, P-256. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(key as never)); // a map is CBOR, whatever its type says
}
