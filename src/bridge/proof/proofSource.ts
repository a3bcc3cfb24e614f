import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import { MAX_PROOF_CHECKPOINTS } from '../../contracts/proof.ts';
import type { HeldKeys } from '../../contracts/verdict.ts';
import type { ChainEntry, Verification } from '../../contracts/verification.ts';
import { stretches, writePlaces } from '../../domain/history.ts';
import { plural } from '../../domain/format.ts';
import { sealsOf } from '../../evidence/proof/known.ts';
import type { StandsOn } from '../../evidence/proof/links.ts';
import type { GatherDeps } from './gatherProof.ts';

/** Maximum number of links per answer of the platform. */
const LINKS_A_CALL = 500;

/** What a record is based on: its verification's row, the chain entries, and notes on damaged stored ones. */
export interface Standing {
  readonly row: Verification | null;
  readonly entries: readonly ChainEntry[];
  readonly notes: readonly string[];
}

/** Source of a proof's parts: the platform if in reach, whose answer is a consistent snapshot; otherwise this device. */
export interface ProofSource {
  readonly standing: (on: StandsOn) => Promise<Standing>;
  readonly links: (places: readonly number[]) => Promise<{ readonly links: readonly ChainEntry[]; readonly notes: readonly string[] }>;
  readonly checkpoints: (places: readonly number[]) => Promise<readonly Checkpoint[]>;
  readonly manifest: (packId: string) => Promise<EvidenceManifest | null>;
  readonly keys: () => Promise<HeldKeys>;
}

/** Stored links that do not give their own seal are left out, with a note. */
export function createSource(deps: GatherDeps): ProofSource {
  const { call, mayAnswer, tenantId } = deps;
  /** Stored links without those damaged here: a link that does not yield its own seal proves nothing. */
  const sound = async (
    links: readonly ChainEntry[],
  ): Promise<{ readonly links: readonly ChainEntry[]; readonly notes: readonly string[] }> => {
    const seals = await sealsOf(tenantId, links);
    const bad = links.filter(({ seal }, place) => seals[place]?.seal !== seal);
    const notes = bad.map(({ chainIndex }) => `Link ${chainIndex} is damaged on this device and was left out.`);
    return { links: links.filter((link) => !bad.includes(link)), notes };
  };
  const asked = async (places: readonly number[]): Promise<readonly ChainEntry[] | null> => {
    const links: ChainEntry[] = [];
    for (let from = 0; from < places.length; from += LINKS_A_CALL) {
      const answer = await call('chainLinks', { query: { at: writePlaces(places.slice(from, from + LINKS_A_CALL)) } });
      if (!answer.ok) return null;
      links.push(...answer.value.value.links);
    }
    return links;
  };

  const ofVerification = async (vrfId: string): Promise<Standing> => {
    const answer = mayAnswer() ? await call('verification', { params: { vrfId } }) : null;
    // A cached copy may be older than what is stored.
    if (answer?.ok === true && answer.value.cachedAt === null) {
      const { verification, entries } = answer.value.value;
      return { row: verification, entries, notes: [] };
    }
    const row = await deps.readVerification(vrfId);
    const held = await sound((await deps.readLinksOf(vrfId)).filter((link) => link.vrfId === vrfId));
    return { row, entries: held.links, notes: held.notes };
  };

  const links: ProofSource['links'] = async (places) => {
    const held = await sound((await Promise.all(stretches(places).map(([from, to]) => deps.readChain(from, to)))).flat());
    const here = new Set(held.links.map(({ chainIndex }) => chainIndex));
    const missing = places.filter((place) => !here.has(place));
    if (missing.length === 0) return held;
    const come = mayAnswer() ? await asked(missing) : null;
    if (come === null)
      return {
        links: held.links,
        notes: [
          ...held.notes,
          `${plural(missing.length, 'link')} up to the next checkpoint ${missing.length === 1 ? 'is' : 'are'} not on this device.`,
        ],
      };
    const given = new Set(come.map(({ chainIndex }) => chainIndex));
    const withheld = missing.filter((place) => !given.has(place));
    // Links damaged here that were fetched again are intact.
    return {
      links: [...held.links, ...come],
      notes:
        withheld.length === 0
          ? []
          : [`The platform did not give ${plural(withheld.length, 'link')} that it was asked for, the first at place ${withheld[0]}.`],
    };
  };

  return {
    standing: async (on) => {
      if (on.by === 'nothing') return { row: null, entries: [], notes: [] };
      if (on.by === 'verification') return ofVerification(on.vrfId);
      const found = await links([on.chainIndex]);
      return { row: null, entries: found.links, notes: [] };
    },
    links,
    checkpoints: async (places) => {
      if (!mayAnswer()) return [];
      // The newest entries show the present state, and a proof holds at most this many checkpoints.
      const newest = places.toSorted((a, b) => b - a).slice(0, MAX_PROOF_CHECKPOINTS);
      const queries = [{}, ...newest.map((from) => ({ from }))].map((query) =>
        call('checkpoints', { query: { chain: 'verifications', limit: 1, ...query } }),
      );
      return (await Promise.all(queries)).flatMap((answer) =>
        answer.ok && answer.value.cachedAt === null ? answer.value.value.checkpoints : [],
      );
    },
    manifest: async (packId) => {
      const held = await deps.readManifest(packId);
      if (held !== null) return held;
      const ensured = await deps.ensureManifest(packId);
      return ensured.ok ? deps.readManifest(packId) : null;
    },
    keys: async () => {
      const answer = mayAnswer() ? await call('jwks') : null;
      if (answer?.ok === true && answer.value.cachedAt === null) return { keys: answer.value.value.keys, fetchedAt: deps.now() };
      return deps.readKeys();
    },
  };
}
