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
import { type ProofOutcome, savedProofName } from '../../domain/savedProof.ts';
import { type Assembled, assembleProof, provenId } from '../../evidence/proof/assemble.ts';
import { isOwn, type StandsOn, standsOn } from '../../evidence/proof/links.ts';
import { MAX_PROOF_FILE_BYTES } from '../../evidence/proof/parse.ts';
import { createSource, type ProofSource } from './proofSource.ts';

/** What gathering works with; the page's own in `pagePorts.ts`. */
export interface GatherPorts {
  readonly tenantId: string;
  readonly savedBy: ProofSaver;
  /** Now on the platform's clock, as far as it is known, ISO 8601. */
  readonly now: () => string;
  /** Whether the platform is worth asking: not known to be out of reach. */
  readonly mayAnswer: () => boolean;
  readonly call: Call<AbortSignal>;
  readonly ensureManifest: (packId: string) => Promise<Result<null>>;
  /** Of this device's store; each may throw where it cannot be read. */
  readonly readVerification: (vrfId: string) => Promise<Verification | null>;
  readonly readManifest: (packId: string) => Promise<EvidenceManifest | null>;
  readonly readLinksOf: (vrfId: string) => Promise<readonly ChainEntry[]>;
  readonly readChain: (from: number, to: number) => Promise<readonly ChainEntry[]>;
  readonly readKeys: () => Promise<HeldKeys>;
  readonly chainSeen: () => Promise<Result<ChainSeen>>;
  /** What this device has already found wrong with the platform's history, as a sentence; null where nothing. */
  readonly alarm: () => string | null;
  readonly open: (input: ProofOpening, at: string) => Promise<Result<OpenedProof>>;
  readonly compare: (standing: Extract<OpenedProof, { state: 'checked' }>['standing'], known: KnownChain) => Promise<Result<KnownFinding>>;
}

/**
 * Whether the platform is worth asking: it is connected, or nothing is known of the link yet, as in the first moments of a page. A proof that was saved then without asking would lack
 * the checkpoint that the platform has.
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
 * Gathers a proof from what this device holds and what the platform adds, and checks it as whoever opens it will: what does not hold is said, and no file is made of it. The platform
 * within reach: its newest word of the verification, the links, the checkpoints and the keys; one is signed where none stands over the entries. Out of reach: what is here, and what
 * it lacks is said.
 */
export async function gatherProof(given: Proven, ports: GatherPorts): Promise<ProofOutcome> {
  const alarm = ports.alarm();
  if (alarm !== null) return refused('This device has found that the platform’s history is not what it was.', [alarm], false);
  const source = createSource(ports);
  const on = standsOn(given);
  const { row, entries, notes: found } = await source.standing(on);
  // The record of a verification is the row itself: as the platform has it now, with the entries beside it.
  const record: Proven = given.kind === 'verification' && row !== null ? { kind: 'verification', value: row } : given;
  const notes = [...found];
  const seen = await ports.chainSeen();
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

  const parts = { tenantId: ports.tenantId, record, verification, manifest, keys, savedBy: ports.savedBy, savedAt: ports.now() };
  const round = (links: readonly ChainEntry[], checkpoints: readonly Checkpoint[]): Promise<Linked> =>
    linked(links, source, (all) => assembleProof({ ...parts, entries: all, checkpoints }));
  let checkpoints = [...known.checkpoints.filter(({ tenantId }) => tenantId === ports.tenantId), ...shown];
  let made = await round(entries, checkpoints);
  if (made.assembled.uncovered && own.length > 0) {
    const signed = await signOne(ports, on, own, checkpoints);
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
  return checked(made.assembled, { ports, known, held: keys, notes });
}

interface Linked {
  readonly assembled: Assembled;
  readonly links: readonly ChainEntry[];
  readonly notes: readonly string[];
}

/** Puts it together, and anew once what was missing of the way to the checkpoint has come. */
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
  /** `why` null: there was nothing to sign, or the platform is out of reach, which is told elsewhere. */
  | { readonly state: 'none'; readonly why: string | null };

async function signOne(ports: GatherPorts, on: StandsOn, own: readonly ChainEntry[], checkpoints: readonly Checkpoint[]): Promise<Signed> {
  const place = Math.max(...own.map(({ chainIndex }) => chainIndex));
  const standsThere = checkpoints.some(({ chain, index }) => chain === 'verifications' && index >= place);
  if (!ports.mayAnswer() || on.by === 'nothing' || standsThere) return { state: 'none', why: null };
  const answer = await ports.call(proofEndpoints.signCheckpoint, { body: { index: place } });
  if (answer.ok) return { state: 'signed', checkpoint: answer.value.value.checkpoint };
  const { code, message } = answer.problem;
  if (code === 'conflict') return { state: 'broken', why: message };
  return { state: 'none', why: `The platform signed no checkpoint: ${message}` };
}

interface Checking {
  readonly ports: GatherPorts;
  readonly known: ChainSeen;
  readonly held: HeldKeys;
  readonly notes: readonly string[];
}

/** Opens the very text as whoever gets it will. What fails is no proof, and no file is made. */
async function checked({ proof }: Assembled, { ports, known, held, notes }: Checking): Promise<ProofOutcome> {
  const text = textOf(proof);
  if (text === null) return refused('The proof would be larger than a proof may be.', [], false);
  const trusted = held.keys.length === 0 ? null : ({ held, from: 'platform' } as const);
  const opened = await ports.open({ file: new Blob([text]), files: null, trusted }, ports.now());
  if (!opened.ok) return { state: 'refused', problem: opened.problem, reasons: [] };
  if (opened.value.state === 'unusable') return refused('What is at hand makes no proof.', opened.value.reasons);
  const { verdict, standing } = opened.value;
  const places = standing.seals.map(({ chainIndex }) => chainIndex);
  const links = (await Promise.all(stretches(places).map(([from, to]) => ports.readChain(from, to)))).flat();
  const compared = await ports.compare(standing, { ...known, links });
  if (!compared.ok) return { state: 'refused', problem: compared.problem, reasons: [] };
  const { differing } = compared.value;
  if (differing.length > 0)
    return refused(
      'Two histories: what the platform shows of the chain now is not what this device has seen.',
      differing.map(({ chainIndex }) => `Link ${chainIndex} has another seal than the one that this device has seen.`),
      false,
    );
  const failures = Object.values(verdict.parts).flatMap((part) => (part?.state === 'failed' ? part.reasons : []));
  if (verdict.outcome === 'not_verified')
    return refused('What is at hand does not hold, and a proof of it would fail wherever it is opened.', failures);
  return { state: 'made', name: savedProofName(proof.record.kind, provenId(proof.record), PROOF_EXTENSION), text, verdict, notes };
}

/** For people to read where it fits; else without the spaces. Null where it fits in no way. */
function textOf(proof: Assembled['proof']): string | null {
  const forms = [`${JSON.stringify(proof, null, 2)}\n`, `${JSON.stringify(proof)}\n`];
  return forms.find((form) => new TextEncoder().encode(form).length <= MAX_PROOF_FILE_BYTES) ?? null;
}
