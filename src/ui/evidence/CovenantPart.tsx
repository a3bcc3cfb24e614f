import type { ReactNode } from 'react';
import type { Covenant } from '../../contracts/covenant.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { RecordVerdict } from '../../contracts/verdict.ts';
import { covenantLimits } from '../../domain/finance/covenantTerms.ts';
import { DrawerPart } from '../overlay/DrawerParts.tsx';
import { KeyValueList } from '../panel/KeyValueList.tsx';
import { Time } from '../time/Time.tsx';
import { HashText } from './HashText.tsx';
import { RecordVerdictPanel } from './RecordVerdictPanel.tsx';

interface CovenantPartProps {
  readonly covenant: Covenant | undefined;
  readonly covenantHash: string;
  readonly signature: string;
  /** The signer named by the record; for payments only the signature names it. */
  readonly signerKid: string | null;
  readonly verdict: RecordVerdict | null;
  readonly problem: Problem | null;
  readonly onAgain: () => void;
}

/** The covenant of a record: its limits, hash and signature, and the checks made on this device (D-33). */
export function CovenantPart({ covenant, covenantHash, signature, signerKid, verdict, problem, onAgain }: CovenantPartProps) {
  const kid = signerKid ?? (verdict !== null && verdict.signed.state !== 'notCheckable' ? verdict.signed.evidence.kid : null);
  const facts: { readonly key: string; readonly value: ReactNode }[] = [];
  if (covenant !== undefined) {
    facts.push({ key: covenant.title, value: `v${covenant.version}` });
    facts.push({ key: 'Agreed', value: <Time at={covenant.agreedAt} as="date" /> });
    for (const { name, value } of covenantLimits(covenant)) facts.push({ key: name, value });
  }
  facts.push({ key: 'Covenant hash', value: <HashText value={covenantHash} cut={16} label="covenant hash" /> });
  if (kid !== null) facts.push({ key: 'Signer key', value: <HashText value={kid} label="signer key" /> });
  facts.push({ key: 'Signature', value: <HashText value={signature} cut={16} label="signature" /> });
  return (
    <DrawerPart title="Covenant">
      <RecordVerdictPanel verdict={verdict} problem={problem} onAgain={onAgain} />
      <KeyValueList items={facts} />
    </DrawerPart>
  );
}
