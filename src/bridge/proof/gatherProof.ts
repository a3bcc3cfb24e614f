import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import { PROOF_EXTENSION, type ProofSaver, type Proven } from '../../contracts/proof.ts';
import { proofEndpoints } from '../../contracts/proofEndpoints.ts';
import type { KnownChain, KnownFinding, OpenedProof, ProofOpening } from '../../contracts/proofOpening.ts';
import type { Result } from '../../contracts/problem.ts';
import type { ChainSeen, ConnectionStatus } from '../../contracts/rpc.ts';
import type { HeldKeys } from '../../contracts/verdict.ts';
import type { ChainEntry, Verification } from '../../contracts/verification.ts';
import type { Call } from '../../domain/api/client.ts';
import { stretches } from '../../domain/history.ts';
import { type ProofOutcome, savedProofName } from '../../domain/records/savedProof.ts';
import { type Assembled, assembleProof, provenId } from '../../evidence/proof/assemble.ts';
import { isOwn, type StandsOn, standsOn } from '../../evidence/proof/links.ts';
import { MAX_PROOF_FILE_BYTES } from '../../evidence/proof/parse.ts';
import { createSource, type ProofSource } from './proofSource.ts';

/** Dependencies of gathering a proof; the page's are in `pageDeps.ts`. */
export interface GatherDeps {
  readonly tenantId: string;
  readonly savedBy: ProofSaver;
  /** Now on the platform's clock, as far as it is known, ISO 8601. */
  readonly now: () => string;
  /** Whether to ask the platform: true unless it is known to be out of reach. */
  readonly mayAnswer: () => boolean;
  readonly call: Call<AbortSignal>;
  readonly ensureManifest: (packId: string) => Promise<Result<null>>;
  /** Reads of this device's store; each may throw if it cannot be read. */
  readonly readVerification: (vrfId: string) => Promise<Verification | null>;
  readonly readManifest: (packId: string) => Promise<EvidenceManifest | null>;
  readonly readLinksOf: (vrfId: string) => Promise<readonly ChainEntry[]>;
  readonly readChain: (from: number, to: number) => Promise<readonly ChainEntry[]>;
  readonly readKeys: () => Promise<HeldKeys>;
  readonly chainSeen: () => Promise<Result<ChainSeen>>;
  /** What this device has found wrong with the platform's history, as a sentence; null if nothing. */
  readonly alarm: () => string | null;
  readonly open: (input: ProofOpening, at: string) => Promise<Result<OpenedProof>>;
  readonly compare: (standing: Extract<OpenedProof, { state: 'checked' }>['standing'], known: KnownChain) => Promise<Result<KnownFinding>>;
}

/**
 * Whether to ask the platform: connected, or nothing is known of the link yet, as in a page's first moments. A proof saved then without
 * asking would lack the platform's checkpoint.
 */
export function isWorthAsking(state: ConnectionStatus['state']): boolean {
  return state === 'connected' || state === 'connecting';
}

const refused = (message: string, reasons: readonly string[] = [], retry = true): ProofOutcome => ({
  state: 'refused',
  problem: { code: 'conflict', message, retry },
  reasons,
});

/**
 * Gathers a proof from this device and the platform, and checks it like a recipient: if it does not hold, the reason is reported and no
 * file is made. With the platform in reach: its newest verification, links, checkpoints and keys; it signs a checkpoint if none covers
 * the entries. Otherwise: what is stored here, with notes on what is missing.
 */
export async function gatherProof(given: Proven, deps: GatherDeps): Promise<ProofOutcome> {
  const alarm = deps.alarm();
  if (alarm !== null) return refused('This device has found that the platform’s history is not what it was.', [alarm], false);
  const source = createSource(deps);
  const on = standsOn(given);
  const { row, entries, notes: found } = await source.standing(on);
  // A verification's record is the row itself: the platform's present one, which matches the entries.
  const record: Proven = given.kind === 'verification' && row !== null ? { kind: 'verification', value: row } : given;
  const notes = [...found];
  const seen = await deps.chainSeen();
  const known: ChainSeen = seen.ok ? seen.value : { checkpoints: [], anchors: [] };
  const keys = await source.keys();
  const own = entries.filter((entry) => isOwn(on, entry));
  const shown = await source.checkpoints(own.map(({ chainIndex }) => chainIndex));
  const packId = (row ?? (record.kind === 'verification' ? record.value : null))?.evidencePackId ?? null;
  const manifest = on.by !== 'verification' || packId === null ? null : await source.manifest(packId);
  if (packId !== null && manifest === null) notes.push(`Its evidence pack ${packId} is not on this device, and not in the file.`);
  const verification = given.kind === 'payment' ? row : null;
  if (given.kind === 'payment' && row === null)
    notes.push(`Verification ${given.value.verification_id} is not on this device, and not in the file.`);

  const parts = { tenantId: deps.tenantId, record, verification, manifest, keys, savedBy: deps.savedBy, savedAt: deps.now() };
  const round = (links: readonly ChainEntry[], checkpoints: readonly Checkpoint[]): Promise<Linked> =>
    linked(links, source, (all) => assembleProof({ ...parts, entries: all, checkpoints }));
  let checkpoints = [...known.checkpoints.filter(({ tenantId }) => tenantId === deps.tenantId), ...shown];
  let made = await round(entries, checkpoints);
  if (made.assembled.uncovered && own.length > 0) {
    const signed = await signOne(deps, on, own, checkpoints);
    if (signed.state === 'broken') return refused('The platform’s chain does not hold, so it signs nothing.', [signed.why]);
    if (signed.state === 'signed') {
      checkpoints = [...checkpoints, signed.checkpoint];
      made = await round(made.links, checkpoints);
    } else if (signed.why !== null) notes.push(signed.why);
  }
  notes.push(...made.notes);
  if (made.assembled.uncovered && own.length > 0)
    notes.push('Not yet under a checkpoint: the platform’s signature over this place of the chain is not in the file.');
  if (on.by !== 'nothing' && own.length === 0) notes.push('Its entry of the chain is not on this device, and not in the file.');
  return checked(made.assembled, { deps, known, held: keys, notes });
}

interface Linked {
  readonly assembled: Assembled;
  readonly links: readonly ChainEntry[];
  readonly notes: readonly string[];
}

/** Assembles the proof, and again once the missing links up to the checkpoint have arrived. */
async function linked(
  links: readonly ChainEntry[],
  source: ProofSource,
  assemble: (links: readonly ChainEntry[]) => Assembled,
): Promise<Linked> {
  const first = assemble(links);
  if (first.missing.length === 0) return { assembled: first, links, notes: [] };
  const more = await source.links(first.missing);
  const all = [...links, ...more.links];
  return { assembled: assemble(all), links: all, notes: more.notes };
}

type Signed =
  | { readonly state: 'signed'; readonly checkpoint: Checkpoint }
  | { readonly state: 'broken'; readonly why: string }
  /** `why` null: nothing was to be signed, or the platform is out of reach, which is reported elsewhere. */
  | { readonly state: 'none'; readonly why: string | null };

async function signOne(deps: GatherDeps, on: StandsOn, own: readonly ChainEntry[], checkpoints: readonly Checkpoint[]): Promise<Signed> {
  const place = Math.max(...own.map(({ chainIndex }) => chainIndex));
  const standsThere = checkpoints.some(({ chain, index }) => chain === 'verifications' && index >= place);
  if (!deps.mayAnswer() || on.by === 'nothing' || standsThere) return { state: 'none', why: null };
  const answer = await deps.call(proofEndpoints.signCheckpoint, { body: { index: place } });
  if (answer.ok) return { state: 'signed', checkpoint: answer.value.value.checkpoint };
  const { code, message } = answer.problem;
  if (code === 'conflict') return { state: 'broken', why: message };
  return { state: 'none', why: `The platform signed no checkpoint: ${message}` };
}

interface Checking {
  readonly deps: GatherDeps;
  readonly known: ChainSeen;
  readonly held: HeldKeys;
  readonly notes: readonly string[];
}

/** Opens the exact text like a recipient. If the check fails, no file is made. */
async function checked({ proof }: Assembled, { deps, known, held, notes }: Checking): Promise<ProofOutcome> {
  const text = textOf(proof);
  if (text === null) return refused('The proof would be larger than a proof may be.', [], false);
  const trusted = held.keys.length === 0 ? null : ({ held, from: 'platform' } as const);
  const opened = await deps.open({ file: new Blob([text]), files: null, trusted }, deps.now());
  if (!opened.ok) return { state: 'refused', problem: opened.problem, reasons: [] };
  if (opened.value.state === 'unusable') return refused('The available data makes no proof.', opened.value.reasons);
  const { verdict, standing } = opened.value;
  const places = standing.seals.map(({ chainIndex }) => chainIndex);
  const links = (await Promise.all(stretches(places).map(([from, to]) => deps.readChain(from, to)))).flat();
  const compared = await deps.compare(standing, { ...known, links });
  if (!compared.ok) return { state: 'refused', problem: compared.problem, reasons: [] };
  const { differing } = compared.value;
  if (differing.length > 0)
    return refused(
      'Two histories: the chain that the platform shows now differs from what this device has seen.',
      differing.map(({ chainIndex }) => `Link ${chainIndex} has another seal than the one that this device has seen.`),
      false,
    );
  const failures = Object.values(verdict.parts).flatMap((part) => (part?.state === 'failed' ? part.reasons : []));
  if (verdict.outcome === 'not_verified')
    return refused('The available data is not valid, and a proof of it would fail wherever it is opened.', failures);
  return { state: 'made', name: savedProofName(proof.record.kind, provenId(proof.record), PROOF_EXTENSION), text, verdict, notes };
}

/** Indented for readers if it fits, else compact. Null if both are too large. */
function textOf(proof: Assembled['proof']): string | null {
  const forms = [`${JSON.stringify(proof, null, 2)}\n`, `${JSON.stringify(proof)}\n`];
  return forms.find((form) => new TextEncoder().encode(form).length <= MAX_PROOF_FILE_BYTES) ?? null;
}
