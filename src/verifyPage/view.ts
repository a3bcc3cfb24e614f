import { proofPartNames, type ProofPart, type ProofVerdict } from '../contracts/proofVerdict.ts';
import type { Claim } from '../domain/claims/claim.ts';
import { proofPartHolds, proofVerified } from '../domain/claims/savedProof.ts';
import { formatUtc } from '../domain/formatTime.ts';
import { proofCoveredLabels, proofFieldName, proofPartLabels, proofUncoveredLabels } from '../domain/records/proofLabels.ts';
import { clip } from '../evidence/messages.ts';
import { KEYS_IN_FILE } from '../evidence/proof/keysPart.ts';
import type { ProofAnswer } from '../evidence/proof/answer.ts';
import { el, glyph, type Shape } from './dom.ts';

/** Maximum list entries shown; the full answer below has them all, as the command prints them. */
const MOST = 200;
const looks: Readonly<Record<Claim['answer'], Shape>> = { yes: 'ok', no: 'bad', unknown: 'unknown' };

/** A claim as shape, word and colour, marked as a claim (D-69). */
function claimed(claim: Claim): HTMLElement {
  const { answer, kind, about, word } = claim;
  return el(
    'span',
    { class: `claim ${answer}`, 'data-claim': kind, 'data-about': clip(about), 'data-answer': answer },
    glyph(looks[answer]),
    el('span', {}, word),
  );
}

/** Renders the full answer. */
export function drawAnswer({ output, verdict, remarks }: ProofAnswer): HTMLElement {
  const json = JSON.stringify(output, null, 2);
  const whole = el(
    'details',
    {},
    el('summary', {}, 'The whole answer, as the command prints it'),
    el('pre', { id: 'answer', tabindex: '0' }, json),
  );
  if (verdict === null)
    return el(
      'section',
      { 'aria-labelledby': 'head' },
      el('h2', { id: 'head', tabindex: '-1' }, el('span', { class: 'claim no' }, glyph('bad'), 'This file cannot be checked')),
      el('p', {}, String(output['message'])),
      whole,
    );
  const { recordId, of: kind, tenantId } = verdict;
  return el(
    'div',
    {},
    el(
      'section',
      { 'aria-labelledby': 'head', class: 'head' },
      el('h2', { id: 'head', tabindex: '-1' }, claimed(proofVerified(recordId, verdict))),
      el('p', { class: 'id' }, `Proof of ${kind} ${clip(recordId)}, tenant ${clip(tenantId)}`),
      ...[...sentences(verdict), ...remarks].map((text) => el('p', {}, text)),
    ),
    drawKeys(verdict),
    drawLineage(verdict),
    drawParts(verdict),
    drawValues(verdict),
    whole,
  );
}

/** Explains the term to a first-time reader. */
const CHECKPOINT_MEANING =
  'A checkpoint is the platform’s signature over a place in its list of verifications. Without one, the file’s maker could have invented what it says about the verification: have the proof saved again.';

/** The result, for a reader who has never seen a proof. */
function sentences({ outcome, open, parts, keysFrom }: ProofVerdict): readonly string[] {
  const failed = proofPartNames.flatMap((name) => {
    const part = parts[name];
    return part?.state === 'failed' ? [`${proofPartLabels[name].name}: ${part.reasons.join('. ')}`] : [];
  });
  if (failed.length > 0) return ['Something in this file is not as it was signed or sealed. Do not rely on it.', ...failed];
  const files =
    parts.files?.state === 'notCheckable' ? ['The evidence files themselves were not looked at: choose them above to compare them.'] : [];
  if (outcome === 'verified' && keysFrom !== 'file')
    return [
      'Every signature, every link of the chain and every hash in this file was computed on this device, and all of them fit the keys that you gave.',
      ...files,
    ];
  const unsealed = parts.chain?.state === 'notCheckable' || parts.checkpoints?.state === 'notCheckable' ? [CHECKPOINT_MEANING] : [];
  return ['Nothing in this file was found false, and not all of it could be checked:', ...open, ...unsealed, ...files];
}

function section(id: string, title: string, ...children: readonly (Node | string | null)[]): HTMLElement {
  return el('section', { 'aria-labelledby': id }, el('h3', { id }, title), ...children);
}

function drawKeys({ keys, keysFrom }: ProofVerdict): HTMLElement {
  const used = keys.filter((key) => key.used);
  const against = {
    equal: 'In the key set that you gave',
    differs: 'Another key than in the set that you gave',
    missing: 'Not in the key set that you gave',
  } as const;
  return section(
    'keys',
    'Signing keys',
    keysFrom === 'file' ? el('p', {}, KEYS_IN_FILE, '.') : null,
    used.length === 0 ? el('p', {}, 'Nothing in this file is signed.') : null,
    ...used.map(({ kid, thumbprint, notBefore, retiredAt, against: held }) =>
      el(
        'dl',
        {},
        ...pair('Key', clip(kid), 'code'),
        ...pair('Thumbprint', thumbprint ?? 'none: not a valid key', 'code'),
        ...pair('Signs from', timeText(notBefore) ?? 'not reported'),
        ...pair('Retired', timeText(retiredAt) ?? 'no, as far as the file says'),
        ...pair('Compared with', held === null ? 'nothing: no key set was given' : against[held]),
      ),
    ),
  );
}

function pair(name: string, value: string, as: 'span' | 'code' = 'span'): readonly HTMLElement[] {
  return [el('dt', {}, name), el('dd', {}, el(as, {}, value))];
}

function timeText(time: string | null): string | null {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? null : formatUtc(ms);
}

const stepNames = {
  payment: 'Payment',
  portfolio: 'Portfolio',
  report: 'Report',
  verification: 'Verification',
  chain: 'Chain',
  checkpoint: 'Checkpoint',
  pack: 'Evidence pack',
  files: 'Evidence files',
} as const;

/** The parts that decide each lineage step, worst first; the claim is built from them. */
const stepParts = {
  payment: ['record', 'later'],
  portfolio: ['record', 'later'],
  report: ['record'],
  verification: ['verification'],
  chain: ['chain'],
  checkpoint: ['checkpoints'],
  pack: ['pack', 'sealedIn'],
  files: ['files'],
} as const;

function drawLineage({ lineage, parts, recordId, keysFrom }: ProofVerdict): HTMLElement {
  return section(
    'lineage',
    'Origin',
    el(
      'ol',
      { class: 'lineage' },
      ...lineage.map(({ of: kind, id, state, text }) => {
        const part = stepParts[kind].map((name) => parts[name]).find((its) => its?.state === state) ?? null;
        return el(
          'li',
          {},
          el('strong', {}, `${stepNames[kind]} `),
          id === '' ? null : el('code', {}, id),
          ' ',
          claimed(proofPartHolds(`${recordId} ${kind}`, { part, keysFrom })),
          el('p', {}, text),
        );
      }),
    ),
  );
}

function drawParts({ parts, recordId, keysFrom }: ProofVerdict): HTMLElement {
  return section(
    'checked',
    'Checked and not checked',
    el(
      'ul',
      { class: 'parts' },
      ...proofPartNames.flatMap((name) => {
        const part = parts[name];
        if (part === null) return [];
        const { name: title, asks } = proofPartLabels[name];
        return [
          el(
            'li',
            {},
            el('strong', {}, `${title} `),
            claimed(proofPartHolds(`${recordId} ${name}`, { part, keysFrom })),
            el('p', {}, asks),
            ...whyOf(part).map((why) => el('p', { class: 'why' }, why)),
          ),
        ];
      }),
    ),
  );
}

function whyOf(part: ProofPart): readonly string[] {
  if (part.state === 'passed') return [];
  return part.state === 'failed' ? part.reasons.slice(0, 20) : [part.reason];
}

function drawValues({ covers, notCovered, keysFrom }: ProofVerdict): HTMLElement {
  return section(
    'values',
    'Values not covered',
    el('p', {}, 'These values are in the file, but no signature or seal covers them.'),
    list(
      notCovered.map(({ field, value, why, signed }) => [
        proofFieldName(field),
        value,
        signed === undefined ? proofUncoveredLabels[why] : `signed as ${String(signed.value)} on ${signed.asOf}`,
      ]),
    ),
    el(
      'details',
      {},
      el('summary', {}, `Values covered by a signature, a hash or the chain (${covers.length})`),
      list(covers.map(({ field, value, by }) => [proofFieldName(field), value, proofCoveredLabels(by, keysFrom)])),
    ),
  );
}

function list(rows: readonly (readonly [field: string, value: string | number | boolean | null, why: string])[]): HTMLElement {
  const more = rows.length - MOST;
  return el(
    'ul',
    { class: 'values' },
    ...rows
      .slice(0, MOST)
      .map(([field, value, why]) =>
        el(
          'li',
          {},
          el('span', { class: 'field' }, clip(field, 120)),
          el('span', { class: 'value' }, value === null ? '–' : clip(String(value), 300)),
          el('span', { class: 'why' }, why),
        ),
      ),
    more > 0 ? el('li', {}, `and ${more} more`) : null,
  );
}
