import { proofPartNames, type ProofPart, type ProofVerdict } from '../contracts/proofVerdict.ts';
import type { Claim } from '../domain/claims/claim.ts';
import { proofPartHolds, proofVerified } from '../domain/claims/savedProof.ts';
import { formatUtc } from '../domain/formatTime.ts';
import { proofCoveredWords, proofFieldName, proofPartWords, proofUncoveredWords } from '../domain/proofWords.ts';
import { clip } from '../evidence/messages.ts';
import { KEYS_IN_FILE } from '../evidence/proof/keysPart.ts';
import type { ProofAnswer } from '../evidence/proof/answer.ts';
import { el, glyph, type Shape } from './dom.ts';

/** Most values of a list that are drawn; the answer below has them as the command prints them. */
const MOST = 200;
const looks: Readonly<Record<Claim['answer'], Shape>> = { yes: 'ok', no: 'bad', unknown: 'unknown' };

/** A claim as shape, word and colour, marked as one (D-69). */
function claimed(claim: Claim): HTMLElement {
  const { answer, kind, about, word } = claim;
  return el(
    'span',
    { class: `claim ${answer}`, 'data-claim': kind, 'data-about': clip(about), 'data-answer': answer },
    glyph(looks[answer]),
    el('span', {}, word),
  );
}

/** All that there is to say of an answer. */
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
  const { recordId, of, tenantId } = verdict;
  return el(
    'div',
    {},
    el(
      'section',
      { 'aria-labelledby': 'head', class: 'head' },
      el('h2', { id: 'head', tabindex: '-1' }, claimed(proofVerified(recordId, verdict))),
      el('p', { class: 'id' }, `Proof of ${of} ${clip(recordId)}, tenant ${clip(tenantId)}`),
      ...[...sentences(verdict), ...remarks].map((text) => el('p', {}, text)),
    ),
    drawKeys(verdict),
    drawLineage(verdict),
    drawParts(verdict),
    drawValues(verdict),
    whole,
  );
}

/** For somebody who meets the word here for the first time. */
const CHECKPOINT_MEANING =
  'A checkpoint is the platform’s signature over a place in its list of verifications. Until one stands there, whoever made this file can have made up what it says of the verification: have the proof saved again.';

/** What came of it, for somebody who has never seen a proof. */
function sentences({ outcome, open, parts, keysFrom }: ProofVerdict): readonly string[] {
  const failed = proofPartNames.flatMap((name) => {
    const part = parts[name];
    return part?.state === 'failed' ? [`${proofPartWords[name].name}: ${part.reasons.join('. ')}`] : [];
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
    'By which key',
    keysFrom === 'file' ? el('p', {}, KEYS_IN_FILE, '.') : null,
    used.length === 0 ? el('p', {}, 'Nothing in this file is signed.') : null,
    ...used.map(({ kid, thumbprint, notBefore, retiredAt, against: held }) =>
      el(
        'dl',
        {},
        ...pair('Key', clip(kid), 'code'),
        ...pair('Thumbprint', thumbprint ?? 'none: unfit to be a key', 'code'),
        ...pair('Signs from', timeText(notBefore) ?? 'not told'),
        ...pair('Retired', timeText(retiredAt) ?? 'no, as far as the file says'),
        ...pair('Held against', held === null ? 'nothing: no key set was given' : against[held]),
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

/** The parts that a step of the lineage is judged by, worst first; of those the claim is drawn. */
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
    'Where it comes from',
    el(
      'ol',
      { class: 'lineage' },
      ...lineage.map(({ of, id, state, text }) => {
        const part = stepParts[of].map((name) => parts[name]).find((its) => its?.state === state) ?? null;
        return el(
          'li',
          {},
          el('strong', {}, `${stepNames[of]} `),
          id === '' ? null : el('code', {}, id),
          ' ',
          claimed(proofPartHolds(`${recordId} ${of}`, { part, keysFrom })),
          el('p', {}, text),
        );
      }),
    ),
  );
}

function drawParts({ parts, recordId, keysFrom }: ProofVerdict): HTMLElement {
  return section(
    'checked',
    'What was checked, and what was not',
    el(
      'ul',
      { class: 'parts' },
      ...proofPartNames.flatMap((name) => {
        const part = parts[name];
        if (part === null) return [];
        const { name: title, asks } = proofPartWords[name];
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
    'What nothing stands for',
    el('p', {}, 'These values are in the file, and no signature and no seal says that they are true.'),
    list(
      notCovered.map(({ field, value, why, signed }) => [
        proofFieldName(field),
        value,
        signed === undefined ? proofUncoveredWords[why] : `signed as ${String(signed.value)} on ${signed.asOf}`,
      ]),
    ),
    el(
      'details',
      {},
      el('summary', {}, `What a signature, a hash or the chain stands for (${covers.length})`),
      list(covers.map(({ field, value, by }) => [proofFieldName(field), value, proofCoveredWords(by, keysFrom)])),
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
