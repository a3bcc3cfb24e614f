import { type EvidenceManifest, evidenceManifestSchema, type ManifestFile } from '../contracts/evidence.ts';
import { isExactly } from '../contracts/quickParse.ts';
import { type JsonLimits, parseStrictJson } from './strictJson.ts';

/**
 * The short way from text to manifest, for the manifests that there are: those that were written by JSON.stringify in the platform's order. Their list of
 * files, nearly all of the text, is one and the same form ten thousand times, so one pattern both judges an entry and reads it, where the long way looks at every
 * string, builds the value and looks at that. What stands around the list is a few hundred characters, and read the long way. It says nothing about
 * a text that it does not take: whatever is wrong with one, or merely spelt otherwise, is the long way's to say (`parseManifest`).
 */

/** One entry with what follows it. Exactly these members, each once; texts without an escape, so that their characters are their value. */
const entry =
  /\{"name":"([^"\\\u0000-\u001f]*)","size":(0|[1-9][0-9]{0,15}),"hash":"([^"\\\u0000-\u001f]*)"(?:,"url":"([^"\\\u0000-\u001f]*)")?\}([,\]])/y;
const listStart = '"files":[';

/** Of the text without its list: a signature, a hash and some names. */
const maxAround = 64 * 1024;

/**
 * The manifest, where the text is strict JSON of exactly its shape and its list is spelt as above; otherwise null. The list's place is found by its
 * name alone, and that is safe: the rest must be strict JSON of the exact shape with an empty list, so that what was cut out stood between the brackets of
 * the one member of that name.
 */
export function plainManifest(text: string, limits: JsonLimits): EvidenceManifest | null {
  if (text.length > limits.maxLength) return null;
  const from = text.indexOf(listStart) + listStart.length;
  if (from < listStart.length) return null;
  const files: ManifestFile[] = [];
  let next = ',';
  let end = from;
  while (next === ',') {
    entry.lastIndex = end;
    const found = entry.exec(text);
    if (found === null) return null;
    const [, name = '', digits = '', hash = '', url, after = ''] = found;
    const size = Number(digits);
    if (size > Number.MAX_SAFE_INTEGER) return null;
    files.push(url === undefined ? { name, size, hash } : { name, size, hash, url });
    next = after;
    end = entry.lastIndex;
  }
  const closing = end - 1;
  if (from + text.length - closing > maxAround) return null;
  const around = parseStrictJson(text.slice(0, from) + text.slice(closing), limits);
  if (!around.ok || !isExactly(evidenceManifestSchema, around.value)) return null;
  return { ...around.value, files };
}
