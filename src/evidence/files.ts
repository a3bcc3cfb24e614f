import type { EvidenceManifest, ManifestFile } from '../contracts/evidence.ts';
import type { FileCheck, FileCount, FileDigest, FileFinding, FilesPart, FileSource } from '../contracts/verdict.ts';
import { clip, messages } from './messages.ts';

/**
 * How missing files count. `notHere`: on a console they are just not available; `missing`: a folder claimed to be the pack must contain
 * them.
 */
export type Absence = 'notHere' | 'missing';

/** Label of the bytes' source. */
export const sourceLabels: Readonly<Record<FileSource, string>> = { platform: 'from the platform', device: 'from this device' };
const sources = ['platform', 'device'] as const satisfies readonly FileSource[];
const absent: FileFinding = { state: 'absent', times: 0, computedHash: null, computedSize: null, hashedAt: null };

/**
 * *Files match*: compares digests with the list; the evidence worker or the command line computes them. The platform's bytes and this
 * device's are separate results that never stand in for one another: a user with a folder wants to know about that folder. A name given
 * twice is compared each time, so that no second file hides the first. The part passes only when every listed file of one source was
 * hashed; otherwise it states how many were.
 */
export function checkFiles(
  manifest: EvidenceManifest,
  digests: readonly FileDigest[],
  at: string,
  absence: Absence = 'notHere',
): FilesPart {
  const given = new Map<string, FileDigest[]>();
  for (const digest of digests) {
    const key = `${digest.from ?? 'device'} ${digest.name}`;
    const before = given.get(key);
    if (before === undefined) given.set(key, [digest]);
    else before.push(digest);
  }
  const files = manifest.files.map((file): FileCheck => {
    const [platform, device] = sources.map((from) => findingOf(file, given.get(`${from} ${file.name}`) ?? [])) as [
      FileFinding,
      FileFinding,
    ]; // one per source
    const [shown] = [device, platform].toSorted((a, b) => weight[a.state] - weight[b.state]) as [FileFinding]; // two elements
    const { state, computedHash, computedSize, hashedAt } = shown;
    return {
      name: file.name,
      expectedHash: file.hash,
      expectedSize: file.size,
      state,
      computedHash,
      computedSize,
      hashedAt,
      platform,
      device,
    };
  });
  const listed = new Set(manifest.files.map(({ name }) => name));
  const unlisted = [...new Set(digests.filter(({ name }) => !listed.has(name)).map(({ name }) => name))];
  const counts = { platform: countOf(files, 'platform'), device: countOf(files, 'device') };
  const times = sources.flatMap((from) => counts[from].hashedAt ?? []).sort();
  const evidence = {
    listed: files.length,
    matched: files.filter(({ state }) => state === 'match').length,
    bytesHashed: counts.platform.bytes + counts.device.bytes,
    hashedAt: times.at(-1) ?? null,
    ...counts,
    files,
    unlisted,
  };

  const changed = sources.flatMap((from) =>
    files.flatMap((file) =>
      file[from].state === 'mismatch' ? [`${clip(file.name, 60)} ${sourceLabels[from]}: ${differs(file, file[from])}`] : [],
    ),
  );
  const missing = files.filter(({ state }) => state === 'absent').map(({ name }) => `${clip(name, 60)}: missing`);
  if (changed.length > 0) return { state: 'failed', at, code: 'file_changed', message: messages.files, reasons: changed, evidence };
  if (absence === 'missing' && missing.length > 0)
    return { state: 'failed', at, code: 'file_missing', message: messages.files, reasons: missing, evidence };
  if (files.length === 0) return { state: 'notCheckable', reason: 'The manifest lists no files' };
  const hashed = sources.filter((from) => counts[from].given > 0);
  if (hashed.length === 0) return { state: 'notCheckable', reason: 'No file was hashed here' };
  if (sources.some((from) => counts[from].equal === files.length)) return { state: 'passed', at, evidence };
  return { state: 'notCheckable', reason: hashed.map((from) => countLabels(from, counts[from], files.length)).join('. ') };
}

/** '1 of 7 from this device, equal; 6 not given'. */
export function countLabels(from: FileSource, { given, equal, differing }: FileCount, listed: number): string {
  const told = [
    differing === 0 ? `${given} of ${listed} ${sourceLabels[from]}, equal` : `${given} of ${listed} ${sourceLabels[from]}`,
    ...(differing === 0 ? [] : [...(equal > 0 ? [`${equal} equal`] : []), `${differing} not as listed`]),
    ...(given === listed ? [] : [`${listed - given} ${from === 'device' ? 'not given' : 'not fetched'}`]),
  ];
  return told.join('; ');
}

/** Priority of two findings on one file: a mismatch first, then a match. */
const weight: Readonly<Record<FileFinding['state'], number>> = { mismatch: 0, match: 1, absent: 2 };

/** The finding for all digests given under a file's name from one source. A single mismatch decides, whatever came before or after it. */
function findingOf({ hash, size }: ManifestFile, digests: readonly FileDigest[]): FileFinding {
  const [first] = digests;
  if (first === undefined) return absent;
  const shown = digests.find((digest) => digest.hash !== hash || digest.size !== size) ?? first;
  const isEqual = shown.hash === hash && shown.size === size;
  // The time of the latest hashing: an earlier one says nothing about the present bytes.
  const hashedAt = digests.reduce((last, digest) => (digest.hashedAt > last ? digest.hashedAt : last), first.hashedAt);
  return { state: isEqual ? 'match' : 'mismatch', times: digests.length, computedHash: shown.hash, computedSize: shown.size, hashedAt };
}

function countOf(files: readonly FileCheck[], from: FileSource): FileCount {
  const found = files.map((file) => file[from]).filter(({ state }) => state !== 'absent');
  return {
    given: found.length,
    equal: found.filter(({ state }) => state === 'match').length,
    differing: found.filter(({ state }) => state === 'mismatch').length,
    bytes: found.reduce((sum, { computedSize }) => sum + (computedSize ?? 0), 0),
    hashedAt: found.reduce<string | null>(
      (last, { hashedAt }) => (hashedAt !== null && (last === null || hashedAt > last) ? hashedAt : last),
      null,
    ),
  };
}

function differs({ expectedSize }: FileCheck, { computedSize, times }: FileFinding): string {
  const how =
    computedSize === expectedSize ? 'its bytes are not the listed ones' : `${computedSize} bytes, the manifest lists ${expectedSize}`;
  return times > 1 ? `given ${times} times, and not each time the listed file: ${how}` : how;
}
