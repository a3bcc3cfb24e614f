import { type Proof, type ProofKind, proofKinds } from '../../src/contracts/proof.ts';
import type { ProofPartName } from '../../src/contracts/proofVerdict.ts';
import { makeCheckpoint } from './checkpoints.ts';
import { makeKey } from './evidencePack.ts';
import type { PlatformProofs } from './platformProofs.ts';

/** A proof with one thing spoiled. */
export interface SpoiledProof {
  readonly what: string;
  readonly text: string;
  /** One of these parts must be reported: failed, not checkable, or unreadable. */
  readonly parts: readonly ProofPartName[];
  /** The top-level member of the file that was spoiled, as shape errors name it. */
  readonly member: keyof Proof | 'proof';
  /**
   * The field that may instead be listed as not covered, by its name in the answer, and its value in the file now; null if listing is not
   * enough.
   */
  readonly listed: { readonly field: string; readonly value: unknown } | null;
}

type Step = string | number;
type Json = Record<string, unknown>;

function placesIn(value: unknown, steps: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [steps];
  const members: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([name, member]) => placesIn(member, [...steps, name]));
}
function altered(value: unknown, [step, ...rest]: readonly Step[], to: unknown): unknown {
  if (step === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...Object(value) }) as Json; // steps come from the value itself
  const member = altered(copy[step], rest, to);
  if (member !== undefined) copy[step] = member;
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else delete copy[step];
  return copy;
}
const valueAt = (value: unknown, steps: readonly Step[]): unknown => steps.reduce<unknown>((inner, step) => (inner as Json)[step], value); // as above

/** Another plausible value of the same type. */
function another(value: unknown, name: Step): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'something';
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return new Date(Date.parse(value) - 1000).toISOString();
  if (/^[0-9a-f]{64}$/.test(value)) return `${value.startsWith('0') ? '1' : '0'}${value.slice(1)}`;
  const choices: Readonly<Record<string, readonly string[]>> = {
    status: ['paid', 'failed', 'verified', 'disputed'],
    metric: ['uptime', 'fuelSavings'],
    payment_type: ['fixed', 'percentage'],
    wormStatus: ['locked', 'unlocked'],
    chain: ['verifications', 'record'],
    state: ['eligible', 'sold'],
    kind: ['pcaf', 'issb'],
    currency: ['KES', 'UGX'],
  };
  const choice = choices[String(name)]?.find((each) => each !== value);
  if (choice !== undefined) return choice;
  // Change the middle: the last letter of a base64url text may encode the same bytes.
  const middle = Math.floor(value.length / 2);
  return `${value.slice(0, middle)}${value[middle] === 'A' ? 'B' : 'A'}${value.slice(middle + 1)}`;
}

const record = ['record', 'later', 'verification', 'chain'] as const;
const memberParts: Readonly<Record<keyof Proof, readonly ProofPartName[]>> = {
  format: [],
  tenantId: ['record', 'chain'],
  savedAt: [],
  savedBy: [],
  record,
  verification: ['verification', 'sealedIn'],
  pack: ['pack', 'sealedIn'],
  chain: ['chain'],
  checkpoints: ['checkpoints', 'chain'],
  keys: ['keys'],
};

/** The name of a value in an answer's `notCovered`. */
function fieldOf({ record: { kind } }: Proof, steps: readonly Step[]): string {
  const [top, ...rest] = steps;
  const inside = rest[0] === 'value' ? rest.slice(1) : rest;
  const path = inside.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
  if (top === 'record') return `${kind === 'verification' ? 'verification' : 'record'}.${path}`;
  return path === '' ? String(top) : `${String(top)}.${path}`;
}

/** Values that are worth changing one by one: of a long chain only the two end links and one between, because the others are alike. */
function worthIt(proof: Proof, steps: readonly Step[]): boolean {
  const [top, place] = steps;
  if (top === 'chain') return [0, Math.floor(proof.chain.length / 2), proof.chain.length - 1].includes(Number(place));
  if (top === 'pack' && steps[1] === 'files') return Number(steps[2]) < 2;
  return true;
}

/** Each value changed once and removed once. */
function oneByOne(kind: ProofKind, proof: Proof): SpoiledProof[] {
  return placesIn(proof)
    .filter((steps) => worthIt(proof, steps))
    .flatMap((steps) => {
      const top = steps[0] as keyof Proof; // a member of the proof
      const before = valueAt(proof, steps);
      const to = another(before, steps.at(-1) ?? '');
      const parts = top === 'record' && kind === 'verification' ? memberParts.verification : memberParts[top];
      const base = { parts, member: top };
      return [
        {
          ...base,
          what: `${kind}: ${steps.join('.')} changed`,
          text: JSON.stringify(altered(proof, steps, to)),
          listed: { field: fieldOf(proof, steps), value: to },
        },
        {
          ...base,
          what: `${kind}: ${steps.join('.')} taken off`,
          text: JSON.stringify(altered(proof, steps, undefined)),
          listed: { field: fieldOf(proof, steps), value: undefined },
        },
      ];
    });
}

/** The evidence pack beside a payment. */
function spoilPack(
  { payment, report }: PlatformProofs['of'],
  other: PlatformProofs['other'],
  add: (what: string, member: keyof Proof, parts: readonly ProofPartName[], proof: unknown) => void,
): void {
  const { pack } = payment;
  const value = payment.record.value as Json; // a payment's row
  const files = pack?.files ?? [];
  for (const [name, changed] of [
    ['left out', null],
    ['another verification’s', other.pack],
    ['without its first file', { ...pack, files: files.slice(1) }],
    ['without files', { ...pack, files: [] }],
    ['with a file doubled', { ...pack, files: [...files, files[0]] }],
    ['with its files in another order', { ...pack, files: files.toReversed() }],
    ['with a file of another', { ...pack, files: [...files, other.pack?.files[0]] }],
    ['under another’s signature', { ...pack, jwsSignature: other.pack?.jwsSignature }],
    ['under the payment’s signature', { ...pack, jwsSignature: value['jws_signature'] }],
    ['with a link to a file', { ...pack, files: files.map((file) => ({ ...file, url: 'https://files.example' })) }],
  ] as const)
    add(`pack ${name}`, 'pack', ['pack', 'sealedIn'], { ...payment, pack: changed });
  add('a pack beside a report', 'pack', ['sealedIn'], { ...report, pack });
}

/**
 * Informed attacks: parts replaced by honest parts of another record, left out, duplicated, reordered, or remade under the attacker's own
 * key.
 */
function byDesign({ of: proofs, other, ofRecord }: PlatformProofs): SpoiledProof[] {
  const { payment, portfolio, report, verification } = proofs;
  const attacker = makeKey(String(payment.keys.keys[0]?.kid));
  const own = { ...payment.keys.keys[0], ...attacker.jwk };
  const list: SpoiledProof[] = [];
  const add = (
    what: string,
    member: keyof Proof,
    parts: readonly ProofPartName[],
    proof: unknown,
    listed: SpoiledProof['listed'] = null,
  ): void => {
    list.push({ what, member, parts, text: JSON.stringify(proof), listed });
  };
  const { chain, checkpoints, keys } = payment;
  const middle = Math.floor(chain.length / 2);
  const verificationId = (payment.record.value as Json)['verification_id']; // a payment's row
  const without = (place: number) => chain.filter((_, index) => index !== place);
  for (const [name, links] of [
    ['emptied', []],
    ['the newest own entry left out', without(chain.findLastIndex(({ vrfId }) => vrfId === verificationId))],
    ['a link in the middle left out', without(middle)],
    ['the last link left out', without(chain.length - 1)],
    ['reversed', chain.toReversed()],
    ['two links exchanged', chain.map((entry, index) => (index === 1 ? chain[2] : index === 2 ? chain[1] : entry))],
    ['a link doubled', [...chain.slice(0, 2), chain[1], ...chain.slice(2)]],
    ['another verification’s', other.chain],
    [
      'a link exchanged for another',
      chain.map((entry, index) => (index === middle ? { ...chain[0], chainIndex: entry.chainIndex } : entry)),
    ],
    ['only the own entry', chain.slice(0, 1)],
    ['with a link of another', [...other.chain.slice(0, 1), ...chain]],
  ] as const)
    add(`chain ${name}`, 'chain', ['chain'], { ...payment, chain: links });
  // A missing older entry makes no false claim about the current state; the answer tells that it may be missing.
  const listed = { field: `verification, decided before link ${chain[1]?.chainIndex}`, value: null };
  add('chain the first link left out', 'chain', ['chain'], { ...payment, chain: without(0) }, listed);
  add('portfolio with a chain', 'chain', ['chain'], { ...portfolio, chain });
  add('report with another place of the chain', 'chain', ['chain'], { ...report, chain: chain.slice(0, 1) });

  const [first] = checkpoints.first;
  const elsewhere = { ...makeCheckpoint(attacker, { index: first?.index ?? 0, seal: first?.seal ?? '' }) };
  const stale = { ...makeCheckpoint(attacker, { index: first?.index ?? 0, seal: '0'.repeat(64) }) };
  for (const [name, changed] of [
    ['none', { first: [], newest: null }],
    ['the first left out', { ...checkpoints, first: [] }],
    ['the newest left out', { ...checkpoints, newest: null }],
    ['the first of the record', { ...checkpoints, first: ofRecord.slice(0, 1) }],
    ['the newest of the record', { ...checkpoints, newest: ofRecord[0] }],
    ['the first doubled', { ...checkpoints, first: [first, first] }],
    ['the first signed by somebody else', { ...checkpoints, first: [elsewhere] }],
    ['the newest signed by somebody else', { ...checkpoints, newest: elsewhere }],
    ['the first of another history', { ...checkpoints, first: [stale] }],
    ['the newest of another history', { ...checkpoints, newest: stale }],
    ['the first under another’s signature', { ...checkpoints, first: [{ ...first, jws: ofRecord[0]?.jws }] }],
  ] as const)
    add(`checkpoints: ${name}`, 'checkpoints', ['checkpoints', 'chain'], { ...payment, checkpoints: changed });

  const [key] = keys.keys;
  for (const [name, changed] of [
    ['emptied', []],
    ['somebody else’s under the same id', [own]],
    ['somebody else’s beside it under the same id', [key, own]],
    ['doubled', [key, key]],
    ['with a private member', [{ ...key, d: 'AQAB' }]],
    ['for something else than signatures', [{ ...key, use: 'enc' }]],
    ['of another kind', [{ ...key, kty: 'EC' }]],
    ['retired before it signed', [{ ...key, retiredAt: '2020-01-02T00:00:00.000Z' }]],
    ['begun in the future', [{ ...key, notBefore: '2999-01-01T00:00:00.000Z' }]],
    ['without its beginning', [{ ...key, notBefore: undefined }]],
    ['under another id', [{ ...key, kid: 'ukweli-other' }]],
  ] as const)
    add(`keys ${name}`, 'keys', ['keys'], { ...payment, keys: { ...keys, keys: changed } });

  const value = payment.record.value as Json; // a payment's row
  const statements = [...((value['laterStatements'] as readonly string[] | undefined) ?? [])];
  const others = ((other.record.value as Json)['laterStatements'] as readonly string[] | undefined) ?? []; // as above
  for (const [name, changed] of [
    ['left out', undefined],
    ['emptied', []],
    ['the last left out', statements.slice(0, -1)],
    ['doubled', [...statements, ...statements]],
    ['with another payment’s', [...statements, ...others, value['jws_signature']]],
    ['the record’s own signature', [value['jws_signature']]],
  ] as const)
    add(`later statements ${name}`, 'record', ['later'], {
      ...payment,
      record: { kind: 'payment', value: { ...value, laterStatements: changed } },
    });
  add('another payment’s signature', 'record', ['record'], {
    ...payment,
    record: { kind: 'payment', value: { ...value, jws_signature: (other.record.value as Json)['jws_signature'] } },
  });
  add('another payment', 'record', ['verification', 'chain'], { ...payment, record: other.record });
  add('the verification as if it were the payment', 'record', ['record'], {
    ...payment,
    record: { kind: 'payment', value: verification.record.value },
  });
  add('the report under another kind', 'record', ['record'], { ...report, record: { ...report.record, kind: 'portfolio' } });

  add('another verification beside the payment', 'verification', ['verification'], { ...payment, verification: other.verification });
  add('a verification beside a portfolio', 'verification', ['verification'], { ...portfolio, verification: payment.verification });
  add('another verification with this chain', 'record', ['verification', 'chain'], {
    ...verification,
    record: { kind: 'verification', value: other.verification },
  });

  spoilPack(proofs, other, add);
  add('a member that nobody knows', 'format', [], { ...payment, more: true });
  return list;
}

/** All known spoilings, over the proofs of each kind. */
export function spoiledProofs(proofs: PlatformProofs): readonly SpoiledProof[] {
  return [...byDesign(proofs), ...proofKinds.flatMap((kind) => oneByOne(kind, proofs.of[kind]))];
}
