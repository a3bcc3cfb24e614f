import type { EvidenceManifest } from '../contracts/evidence.ts';
import { lookAlikeForm } from '../domain/lookAlike.ts';
import { clip } from './messages.ts';

/** Most remarks on one pack. */
const MOST = 20;

/** What is worth a person's eye and no fault: names in one pack that look alike, one of which may be taken for the other. */
export function remarksOn({ files }: Pick<EvidenceManifest, 'files'>): readonly string[] {
  const first = new Map<string, number>();
  const remarks: string[] = [];
  for (const [place, { name }] of files.entries()) {
    if (remarks.length >= MOST) break;
    const form = lookAlikeForm(name);
    const before = first.get(form);
    if (before === undefined) first.set(form, place);
    else
      remarks.push(
        `File ${before + 1} (${clip(files[before]?.name ?? '', 60)}) and file ${place + 1} (${clip(name, 60)}) have names that look alike`,
      );
  }
  return remarks;
}
