import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import type { SignedTable, Facts, Judge, Judged } from './facts.ts';

/** A changed row is read, checked again and drawn: some seconds on a busy machine. */
const rechecked = 15_000;
/** The platform answers a command, which is retried on every sign of a link. */
const answered = 12_000;

const signedTables: readonly SignedTable[] = ['payments', 'portfolios'];

/** One record by its id, of either kind; null for packs and reports, which are not stored as rows. */
const recordSigned: Judge = (about, { signed }) => {
  if (signed === undefined) return null;
  return signedTables.map((table) => signed[table][about]).find((passed) => passed !== undefined) ?? null;
};

const allSigned: Judge = (about, { signed }) => {
  const table = signedTables.find((name) => name === about);
  return signed === undefined || table === undefined ? null : Object.values(signed[table]).every(Boolean);
};

/** Whether a command took effect at the platform; null for commands without a visible effect. */
const decided: Judge = (about, { decisions, incidents, letters }: Facts) => {
  const command = decisions?.[about];
  if (command?.kind === 'note')
    return (
      incidents === undefined ||
      incidents.some(({ id, timeline = [] }) => id === command.incidentId && timeline.some(({ text }) => text === command.text))
    );
  if (command?.kind === 'promote') return letters === undefined || command.items.every((item) => hasLeft(item, letters));
  return null;
};

/** A promoted item has left the queue, or is back after another failure, with a higher version than the command's. */
const hasLeft = ({ itemId, version }: { readonly itemId: string; readonly version: number }, letters: readonly DeadLetter[]): boolean =>
  letters.every((letter) => letter.itemId !== itemId || (letter.version ?? 0) > version);

const promotedHere: Judge = (about, { decisions, letters }: Facts) => {
  if (letters === undefined || decisions === undefined) return null;
  const items = Object.values(decisions).flatMap((command) => (command.kind === 'promote' ? command.items : []));
  const decidedOver = items.findLast(({ itemId }) => itemId === about);
  return decidedOver === undefined ? null : hasLeft(decidedOver, letters);
};

/** Kinds that a device checks or does itself, judged by its stored rows and by their effect at the platform. */
export const proofJudges: Readonly<Record<string, Judged>> = {
  verified: { needs: ['signed'], delayMs: rechecked, own: true, so: recordSigned },
  signatures: { needs: ['signed'], delayMs: rechecked, own: true, so: allSigned },
  chainIntact: { needs: ['chain'], delayMs: rechecked, own: true, so: (_about, { chain }) => chain ?? null },
  recordIntact: { needs: ['record'], delayMs: rechecked, own: true, so: (_about, { record }) => record ?? null },
  sent: { needs: ['decisions', 'incidents', 'letters'], delayMs: answered, own: true, so: decided },
  promoted: { needs: ['decisions', 'letters'], delayMs: answered, own: true, so: promotedHere },
};
