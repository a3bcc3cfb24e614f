import { type EvidenceManifest, evidenceManifestSchema } from '../contracts/evidence.ts';
import { quickParse } from '../contracts/quickParse.ts';
import { fileNameFault, fileNameFaultTexts } from '../domain/records/manifest.ts';
import { textOf } from './bytes.ts';
import { clip } from './messages.ts';
import { plainManifest } from './plainManifest.ts';
import { type InputFault, type JsonLimits, MAX_FAULTS, parseStrictJson } from './strictJson.ts';

/** A manifest of 10,000 files with long links is below 8 MB. Larger input is refused before it is read (command line) or parsed. */
export const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;
/** Maximum size of a key set, bytes. */
export const MAX_JWKS_BYTES = 1024 * 1024;
const manifestLimits: JsonLimits = { maxLength: MAX_MANIFEST_BYTES, maxDepth: 16 };
const jwksLimits: JsonLimits = { maxLength: MAX_JWKS_BYTES, maxDepth: 8 };

/** What was read, or all reasons to refuse it. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly InputFault[] };

/** The input as text, if it is UTF-8 of at most `maxBytes` bytes. */
export function textWithin(input: string | Uint8Array, maxBytes: number): Parsed<string> {
  if (typeof input !== 'string' && input.byteLength > maxBytes) {
    return { ok: false, faults: [{ code: 'too_large', text: `is larger than ${maxBytes} bytes` }] };
  }
  const text = typeof input === 'string' ? input : textOf(input);
  if (text === null) return { ok: false, faults: [{ code: 'not_text', text: 'is not UTF-8 text' }] };
  return { ok: true, value: text };
}

/**
 * Parses a manifest from untrusted text or bytes: checks only the shape, and reports ALL bad fields. The verdict judges names, hashes and
 * signature, so that an altered pack is shown as altered and not as unreadable.
 */
export function parseManifest(input: string | Uint8Array): Parsed<EvidenceManifest> {
  const text = textWithin(input, MAX_MANIFEST_BYTES);
  if (!text.ok) return text;
  const plain = plainManifest(text.value, manifestLimits);
  if (plain !== null) return { ok: true, value: plain };
  const json = parseStrictJson(text.value, manifestLimits);
  if (!json.ok) return json;
  const shape = quickParse(evidenceManifestSchema, upToFaults(json.value));
  if (shape.success) return { ok: true, value: shape.data };
  return { ok: false, faults: faultsOf(shape.error.issues, 'the manifest') };
}

/** Messages for the bad fields, at most `MAX_FAULTS`. `whole` names the input if it is not an object. */
export function faultsOf(issues: readonly Issue[], whole: string): readonly InputFault[] {
  return issues.slice(0, MAX_FAULTS).map((issue): InputFault => {
    const path = issue.path.length === 0 ? whole : clip(issue.path.map(String).join('.'), 120);
    return { code: 'bad_field', text: `${path}: ${expectation(issue)}` };
  });
}

/**
 * The same value, its file list cut after more bad entries than are ever reported. The schema collects every fault of every entry first;
 * for eight million entries, which fit the size limit, that takes minutes and gigabytes.
 */
function upToFaults(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('files' in value) || !Array.isArray(value.files)) return value;
  let bad = 0;
  const end = value.files.findIndex((file) => {
    if (!looksListed(file)) bad += 1;
    return bad > MAX_FAULTS;
  });
  return end === -1 ? value : { ...value, files: value.files.slice(0, end + 1) };
}

/** Same rules as `manifestFileSchema`; a bad entry never passes here, so cutting the list cannot make a bad list valid. */
function looksListed(file: unknown): boolean {
  if (typeof file !== 'object' || file === null) return false;
  const { name, size, hash, url } = file as Readonly<Record<string, unknown>>; // safe: a JSON object or list, members unknown
  return (
    typeof name === 'string' &&
    Number.isSafeInteger(size) &&
    Number(size) >= 0 &&
    typeof hash === 'string' &&
    (url === undefined || typeof url === 'string')
  );
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly expected?: unknown;
  readonly format?: unknown;
  readonly keys?: unknown;
}

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type') return `expected ${String(issue.expected)}`;
  if (issue.code === 'invalid_format') return `not a valid ${String(issue.format) === 'datetime' ? 'time in UTC' : 'value of its kind'}`;
  if (issue.code === 'unrecognized_keys' && Array.isArray(issue.keys))
    return `names ${clip(issue.keys.map(String).join(', '), 120)}, which has no place there`;
  if (issue.code === 'invalid_value') return 'not one of the allowed values';
  return 'out of range';
}

/** Parses a key set from untrusted text or bytes: an object with a list `keys`. keys.ts judges each key separately. */
export function parseJwks(input: string | Uint8Array): Parsed<readonly unknown[]> {
  const text = textWithin(input, MAX_JWKS_BYTES);
  const json = text.ok ? parseStrictJson(text.value, jwksLimits) : text;
  if (!json.ok) return json;
  const keys = typeof json.value === 'object' && json.value !== null && 'keys' in json.value ? json.value.keys : undefined;
  if (!Array.isArray(keys)) return { ok: false, faults: [{ code: 'bad_field', text: 'keys: expected array' }] };
  return { ok: true, value: keys };
}

const hexDigits = new Uint8Array(0x80);
for (const digit of '0123456789abcdef') hexDigits[digit.charCodeAt(0)] = 1;

/** 64 lower-case hexadecimal digits. A table without branches: a regular expression took as long as all other checks of a file together. */
export function isSha256(text: string): boolean {
  if (text.length !== 64) return false;
  let good = 1;
  for (let place = 0; place < 64; place += 1) good &= hexDigits[text.charCodeAt(place)] ?? 0;
  return good === 1;
}

/** All violations of D-7 in the file list: names, uniqueness, form of the hashes. Empty if the list may be hashed. */
export function fileListFaults(manifest: EvidenceManifest): readonly InputFault[] {
  const faults: InputFault[] = [];
  const seen = new Set<string>();
  if (!isSha256(manifest.manifestHash)) faults.push({ code: 'bad_hash', text: 'manifestHash is not 64 lower-case hexadecimal digits' });
  for (const [index, file] of manifest.files.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const fault = fileNameFault(file.name);
    const isNew = seen.size < seen.add(file.name).size;
    if (fault === null && isNew && isSha256(file.hash)) continue; // no text is built for a good file
    const shown = `File ${index + 1} (${clip(file.name, 40)})`;
    if (fault !== null) faults.push({ code: 'bad_file_name', text: `${shown}: its name ${fileNameFaultTexts[fault]}` });
    if (!isNew) faults.push({ code: 'duplicate_file', text: `${shown}: listed twice` });
    if (!isSha256(file.hash)) faults.push({ code: 'bad_hash', text: `${shown}: its hash is not 64 lower-case hexadecimal digits` });
  }
  return faults;
}
