import type { ManifestFile } from '../../contracts/evidence.ts';

/** Longest file name in UTF-16 code units; the limit of common file systems, and of the signed-URL request. */
export const MAX_FILE_NAME_LENGTH = 255;

/** Matches most names and all hashes: valid as a file name, and JSON writes it unchanged. */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9_. ()+,=@-]*$/;

/** The fields of a listed file that the manifest hash covers (D-7). */
export type HashedFile = Pick<ManifestFile, 'hash' | 'name' | 'size'>;

/**
 * The RFC 8785 form of a file list in manifest order, without `url`: the text whose SHA-256 is `manifestHash` (D-7). Members are in the
 * RFC's order, so JSON.stringify of each IS that form; a general canonicaliser would take 80 % of the time at 10,000 files (FINDINGS).
 * Callers must first refuse what JSON.stringify writes differently: lone surrogates in names (`fileNameFault`) and sizes that are not
 * safe integers.
 */
export function canonicalFileList(files: readonly HashedFile[]): string {
  let list = '';
  for (const { hash, name, size } of files)
    list += `${list === '' ? '[' : ','}{"hash":${quoted(hash)},"name":${quoted(name)},"size":${size}}`;
  return list === '' ? '[]' : `${list}]`;
}

/** JSON.stringify of a text, with a fast path for plain names. */
function quoted(text: string): string {
  return plainName.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The signed part of a pack, besides the protected header (D-7). Times are ISO 8601, verbatim. */
export interface ManifestPayload {
  readonly packId: string;
  readonly tenantId: string;
  readonly manifestHash: string;
  readonly signatureTimestamp: string;
}

/** The RFC 8785 form of the signed payload, byte for byte as in the JWS. */
export function canonicalManifestPayload({ packId, tenantId, manifestHash, signatureTimestamp }: ManifestPayload): string {
  return JSON.stringify({ manifestHash, packId, signatureTimestamp, tenantId });
}

/** The signed part of a pack that also names its verification and site (issue 15). */
export interface PackPayload extends ManifestPayload {
  readonly siteCode: string;
  readonly verificationId: string;
}

/** The RFC 8785 form of the signed payload of a pack that names verification and site. */
export function canonicalPackPayload(payload: PackPayload): string {
  const { manifestHash, packId, signatureTimestamp, siteCode, tenantId, verificationId } = payload;
  return JSON.stringify({ manifestHash, packId, signatureTimestamp, siteCode, tenantId, verificationId });
}

/** Why a file name is refused. */
export type FileNameFault = 'empty' | 'too_long' | 'lone_surrogate' | 'control' | 'bidi' | 'path';

/** The text shown for a refused name. */
export const fileNameFaultTexts: Readonly<Record<FileNameFault, string>> = {
  empty: 'is empty',
  too_long: `is longer than ${MAX_FILE_NAME_LENGTH} characters`,
  lone_surrogate: 'is not well-formed Unicode',
  control: 'holds a control character',
  bidi: 'holds a character that reverses the reading direction',
  path: 'holds a part of a path',
};

// With the `u` flag a surrogate pair is one character, so only a lone surrogate matches.
const loneSurrogate = /\p{Surrogate}/u;
const control = /[\p{Cc}\p{Zl}\p{Zp}\uFEFF]/u;
// These characters reorder the displayed text, so that `invoice<U+202E>fdp.exe` looks like another name.
const bidi = /\p{Bidi_Control}/u;
const pathPart = /[/\\]|^\.{1,2}$|^[A-Za-z]:/;

/** Why a name is not allowed in a manifest; null if it is (D-7). */
export function fileNameFault(name: string): FileNameFault | null {
  if (name.length === 0) return 'empty';
  if (name.length > MAX_FILE_NAME_LENGTH) return 'too_long';
  if (plainName.test(name)) return null;
  if (loneSurrogate.test(name)) return 'lone_surrogate';
  if (control.test(name)) return 'control';
  if (bidi.test(name)) return 'bidi';
  return pathPart.test(name) ? 'path' : null;
}
