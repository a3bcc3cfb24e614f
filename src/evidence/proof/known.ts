import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { Proof } from '../../contracts/proof.ts';
import type { ChainStanding, KnownChain, KnownFinding, LaterDecision, OtherSeal, PlaceSeal } from '../../contracts/proofOpening.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry } from '../../domain/records/chain.ts';
import { sha256Hex } from '../bytes.ts';
import { isOwn, standsOn } from './links.ts';

/** Maximum number of reported differences. */
const MAX_TOLD = 20;

/** The comparable data of a proof: its links with seals computed from their content, whatever seal they name, and its checkpoints. */
export async function standingOf({
  tenantId,
  record,
  chain,
  checkpoints,
}: Pick<Proof, 'tenantId' | 'record' | 'chain' | 'checkpoints'>): Promise<ChainStanding> {
  const on = standsOn(record);
  return {
    tenantId,
    seals: await sealsOf(tenantId, chain),
    checkpoints: [...checkpoints.first, ...(checkpoints.newest === null ? [] : [checkpoints.newest])],
    decided: on.by === 'verification' ? newestOf(chain.filter((entry) => isOwn(on, entry))) : null,
  };
}

/** Seals computed from the links' content. */
export function sealsOf(tenantId: string, links: readonly ChainEntry[]): Promise<readonly PlaceSeal[]> {
  return Promise.all(
    links.map(async (link) => ({ chainIndex: link.chainIndex, seal: await sha256Hex(canonicalChainEntry(tenantId, link)) })),
  );
}

/**
 * Checks that a proof shows the history that this device knows. A platform with two histories can sign both, and each proof holds by
 * itself; only somebody who has seen the other history notices. A link stored here whose seal does not match its content is damaged on
 * this device and is ignored.
 */
export async function againstKnown({ tenantId, seals, checkpoints, decided }: ChainStanding, known: KnownChain): Promise<KnownFinding> {
  const own = await sealsOf(tenantId, known.links);
  const sound = own.filter(({ seal }, place) => known.links[place]?.seal === seal);
  const signed = (list: readonly Checkpoint[]): readonly PlaceSeal[] =>
    list.flatMap(({ chain, index, seal, tenantId: owner }) =>
      chain === 'verifications' && owner === tenantId ? [{ chainIndex: index, seal }] : [],
    );
  const here = [...sound, ...known.anchors, ...signed(known.checkpoints)];
  const inFile = new Map<number, Set<string>>();
  for (const { chainIndex, seal } of [...seals, ...signed(checkpoints)])
    inFile.set(chainIndex, (inFile.get(chainIndex) ?? new Set()).add(seal));
  const compared = new Set<number>();
  const differing = new Map<number, OtherSeal>();
  for (const { chainIndex, seal } of here)
    for (const theirs of inFile.get(chainIndex) ?? []) {
      compared.add(chainIndex);
      if (theirs !== seal) differing.set(chainIndex, { chainIndex, inFile: theirs, here: seal });
    }
  const told = [...differing.values()].sort((a, b) => a.chainIndex - b.chainIndex);
  const since = sinceOf(
    decided,
    known.links.filter((link, place) => own[place]?.seal === link.seal),
  );
  return { compared: compared.size, differing: told.slice(0, MAX_TOLD), ...(since === null ? {} : { since }) };
}

const newestOf = (entries: readonly ChainEntry[]): ChainEntry | null =>
  entries.reduce<ChainEntry | null>((top, entry) => (top === null || entry.chainIndex > top.chainIndex ? entry : top), null);

/** The person who hands over a proof chooses when to save it: later decisions are not in it, but may be stored here. */
function sinceOf(decided: ChainEntry | null, links: readonly ChainEntry[]): LaterDecision | null {
  if (decided === null) return null;
  const newest = newestOf(links.filter(({ vrfId }) => vrfId === decided.vrfId));
  if (newest === null || newest.chainIndex <= decided.chainIndex || saysOf(newest) === saysOf(decided)) return null;
  return { vrfId: newest.vrfId, chainIndex: newest.chainIndex, status: newest.status };
}

/** An entry's statement about its verification, regardless of position and time. */
const saysOf = ({ siteCode, status, evidenceHash, covenantHash, performanceKpis: kpis }: ChainEntry): string =>
  JSON.stringify([siteCode, status, evidenceHash, covenantHash, kpis.uptime, kpis.fuelSavings, kpis.emissionReduction]);
