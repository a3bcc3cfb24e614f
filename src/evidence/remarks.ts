import type { EvidenceManifest } from '../contracts/evidence.ts';
import { lookAlikeForm } from '../domain/accounts/lookAlike.ts';
import { clip } from './messages.ts';

/** Maximum number of remarks per pack. */
const MOST = 20;

/** Remarks that are not faults: file names in one pack that look alike, so that one could be mistaken for the other. */
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
