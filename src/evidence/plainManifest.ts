import { type EvidenceManifest, evidenceManifestSchema, type ManifestFile } from '../contracts/evidence.ts';
import { isExactly } from '../contracts/quickParse.ts';
import { type JsonLimits, parseStrictJson } from './strictJson.ts';

/**
 * Fast path from text to manifest, for ordinary manifests: those written by JSON.stringify in the platform's member order. The file list,
 * nearly all of the text, repeats one form ten thousand times, so a single pattern checks and reads each entry, whereas the general path
 * tokenises every string, builds the value and checks it. The few hundred characters around the list take the general path. Texts that it
 * does not accept, bad or merely spelled differently, go to `parseManifest`.
 */

/** One entry and the character after it. Exactly these members, each once; texts without escapes, so their characters are their value. */
const entry =
  /\{"name":"([^"\\\u0000-\u001f]*)","size":(0|[1-9][0-9]{0,15}),"hash":"([^"\\\u0000-\u001f]*)"(?:,"url":"([^"\\\u0000-\u001f]*)")?\}([,\]])/y;
const listStart = '"files":[';

/** Maximum length of the text without its list: a signature, a hash and some names. */
const maxAround = 64 * 1024;

/**
 * The manifest, if the text is strict JSON of exactly its shape and its list is spelled as above; otherwise null. Finding the list by its
 * member name is safe: the rest must be strict JSON of the exact shape with an empty list, so the part cut out was between the brackets
 * of the only member of that name.
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
