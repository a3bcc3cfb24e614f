import type { Proof } from '../../contracts/proof.ts';
import type { ProofPart, ProofStep, ProofVerdict } from '../../contracts/proofVerdict.ts';
import { formatCount, formatMoney, plural } from '../../domain/format.ts';
import { clip } from '../messages.ts';
import { provenId } from './assemble.ts';
import { linksLabels } from './chainPart.ts';
import { isOwn, standsOn } from './links.ts';
import { moneyOf } from '../../domain/money/money.ts';

/**
 * Lineage of a record, step by step: payment, verification, chain, checkpoint, evidence pack, files. Each step has the state computed
 * here.
 */
export function lineageOf(proof: Proof, { parts, pack: its }: Pick<ProofVerdict, 'parts' | 'pack'>): readonly ProofStep[] {
  const { record, chain, checkpoints, pack } = proof;
  const steps: ProofStep[] = [];
  const step = (kind: ProofStep['of'], id: string, parts: readonly (ProofPart | null)[], text: string): void => {
    steps.push({ of: kind, id: clip(id), state: stateOf(parts), text });
  };
  const on = standsOn(record);
  const newest = chain.findLast((entry) => isOwn(on, entry));
  if (record.kind !== 'verification') step(record.kind, provenId(record), [parts.record, parts.later], recordLabels(record));
  if (on.by === 'verification')
    step(
      'verification',
      on.vrfId,
      [parts.verification],
      newest === undefined
        ? 'Its entry is not in the file'
        : `Link ${formatCount(newest.chainIndex)} of the chain has it as ${newest.status}, of ${clip(newest.siteCode)}, at ${newest.timestamp}`,
    );
  if (parts.chain !== null) step('chain', '', [parts.chain], `In the file: ${linksLabels(chain)}`);
  const last = checkpoints.first.at(-1);
  const signedFor = its?.signed.state === 'passed' ? its.signed.evidence.signedFor : undefined;
  if (parts.checkpoints !== null)
    step(
      'checkpoint',
      last === undefined ? '' : `link ${formatCount(last.index)}`,
      [parts.checkpoints],
      last === undefined ? 'Not yet under a checkpoint' : `The seal of link ${formatCount(last.index)}, signed at ${last.at}`,
    );
  if (parts.pack !== null) step('pack', pack?.packId ?? '', [parts.pack, parts.sealedIn], packLabels(pack, signedFor));
  if (pack !== null) step('files', pack.packId, [parts.files], plural(pack.files.length, 'evidence file'));
  return steps;
}

/**
 * An older signature names no verification: from the file alone it cannot be excluded that the chain seals the same list for another one.
 */
function packLabels(pack: Proof['pack'], signedFor: { readonly verificationId: string } | null | undefined): string {
  if (pack === null) return 'Its evidence pack is not in the file';
  const list = `A list of ${plural(pack.files.length, 'file')}`;
  return signedFor === null ? `${list} (an older signature, which names no verification: that only the chain does)` : list;
}

/** The worst state of several parts: failed, then not checkable. */
function stateOf(parts: readonly (ProofPart | null)[]): ProofPart['state'] {
  const states = parts.flatMap((part) => part?.state ?? []);
  return states.find((state) => state === 'failed') ?? states.find((state) => state === 'notCheckable') ?? 'passed';
}

function recordLabels(record: Exclude<Proof['record'], { kind: 'verification' }>): string {
  switch (record.kind) {
    case 'payment': {
      const { payment, verification_id, site_code } = record.value;
      return `${formatMoney(moneyOf(payment.amount, payment.currency))} to ${clip(site_code)}, ${payment.status}, for ${clip(verification_id)}`;
    }
    case 'portfolio':
      return `${record.value.state}, ${formatMoney(moneyOf(record.value.receivablesValue, record.value.currency ?? ''))}`;
    case 'report':
      return `Made on ${record.value.generatedAt}`;
    default:
      return record satisfies never;
  }
}
