import type { ManifestFile } from '../contracts/evidence.ts';
import { MAX_FILE_NAME_LENGTH } from '../domain/records/manifest.ts';

/**
 * Fast path to the bytes covered by `manifestHash`, for ordinary lists: plain unique names, valid hashes. One pass checks and writes each
 * entry, whereas the general path reads each entry twice, joins a text and encodes it. Lists that it does not accept, bad or merely
 * unusual, go to the general path (`fileListFaults`, `canonicalFileList`).
 */
const HEX = 1;
const NAME_START = 2;
const NAME = 4;

/** What each UTF-16 unit may be part of: `plainName` of domain/records/manifest.ts as a table; a test checks that both agree. */
const uses = new Uint8Array(0x100);
for (const unit of units('0123456789abcdef')) uses[unit] = HEX;
for (const unit of units('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'))
  uses[unit] = (uses[unit] ?? 0) | NAME_START | NAME;
for (const unit of units('. ()+,=@-')) uses[unit] = (uses[unit] ?? 0) | NAME;

const beforeHash = units('{"hash":"');
const beforeName = units('","name":"');
const beforeSize = units('","size":');
const HASH_LENGTH = 64;
/** Maximum length of everything around a name: a safe integer has 16 digits, and a brace and a comma or bracket end each entry. */
const AROUND_NAME = beforeHash.length + HASH_LENGTH + beforeName.length + beforeSize.length + 16 + 2;

function units(text: string): Uint8Array {
  return Uint8Array.from(text, (unit) => unit.charCodeAt(0));
}

/** UTF-8 of `canonicalFileList(files)` if `fileListFaults` finds no fault and every entry is plain; otherwise null. */
export function plainFileList(files: readonly ManifestFile[]): Uint8Array | null {
  const room = roomFor(files);
  if (room === null) return null;
  const bytes = new Uint8Array(room);
  bytes[0] = 0x5b; // [
  let at = 1;
  for (const { hash, name, size } of files) {
    if (hash.length !== HASH_LENGTH) return null;
    for (let place = 0; place < beforeHash.length; place += 1) bytes[at++] = beforeHash[place] ?? 0;
    let shared = HEX;
    for (let place = 0; place < HASH_LENGTH; place += 1) {
      const unit = hash.charCodeAt(place);
      shared &= uses[unit] ?? 0;
      bytes[at++] = unit;
    }
    for (let place = 0; place < beforeName.length; place += 1) bytes[at++] = beforeName[place] ?? 0;
    let allowed = (uses[name.charCodeAt(0)] ?? 0) & NAME_START ? NAME : 0;
    for (let place = 0; place < name.length; place += 1) {
      const unit = name.charCodeAt(place);
      allowed &= uses[unit] ?? 0;
      bytes[at++] = unit;
    }
    if (shared === 0 || allowed === 0 || !Number.isSafeInteger(size) || size < 0) return null;
    for (let place = 0; place < beforeSize.length; place += 1) bytes[at++] = beforeSize[place] ?? 0;
    at = writeWhole(bytes, at, size);
    bytes[at++] = 0x7d; // }
    bytes[at++] = 0x2c; // ,
  }
  if (files.length === 0) at += 1;
  bytes[at - 1] = 0x5d; // ] replaces the last comma
  return bytes.subarray(0, at);
}

/** Maximum size of the list in bytes, or null if a name has an invalid length or occurs twice. */
function roomFor(files: readonly ManifestFile[]): number | null {
  let room = 2;
  let before = '';
  let ascending = true;
  for (const { name } of files) {
    if (name.length === 0 || name.length > MAX_FILE_NAME_LENGTH) return null;
    room += AROUND_NAME + name.length;
    // Strictly ascending names are unique; otherwise a set decides.
    ascending &&= before < name;
    before = name;
  }
  return ascending || new Set(files.map(({ name }) => name)).size === files.length ? room : null;
}

/** Writes a non-negative integer in decimal digits; returns the position after it. */
function writeWhole(bytes: Uint8Array, from: number, value: number): number {
  if (value > 0x7fff_ffff) {
    const digits = String(value);
    for (let place = 0; place < digits.length; place += 1) bytes[from + place] = digits.charCodeAt(place);
    return from + digits.length;
  }
  let end = from + 1;
  for (let rest = value; rest >= 10; rest = (rest / 10) | 0) end += 1;
  let rest = value | 0;
  for (let place = end - 1; place >= from; place -= 1) {
    const tens = (rest / 10) | 0;
    bytes[place] = 0x30 + rest - tens * 10;
    rest = tens;
  }
  return end;
}
