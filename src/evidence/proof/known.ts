import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { Proof } from '../../contracts/proof.ts';
import type { ChainStanding, KnownChain, KnownFinding, OtherSeal, PlaceSeal } from '../../contracts/proofOpening.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry } from '../../domain/chain.ts';
import { sha256Hex } from '../bytes.ts';

/** Places told of two histories. */
const MOST_TOLD = 20;

/** The standing of a proof: its links by the seals that they give, whatever seal they name, and its checkpoints. */
export async function standingOf({
  tenantId,
  chain,
  checkpoints,
}: Pick<Proof, 'tenantId' | 'chain' | 'checkpoints'>): Promise<ChainStanding> {
  return {
    tenantId,
    seals: await sealsOf(tenantId, chain),
    checkpoints: [...checkpoints.first, ...(checkpoints.newest === null ? [] : [checkpoints.newest])],
  };
}

/** Links by the seals that their content gives. */
export function sealsOf(tenantId: string, links: readonly ChainEntry[]): Promise<readonly PlaceSeal[]> {
  return Promise.all(
    links.map(async (link) => ({ chainIndex: link.chainIndex, seal: await sha256Hex(canonicalChainEntry(tenantId, link)) })),
  );
}

/**
 * Whether a proof tells the history that this device knows. A platform that keeps two histories can sign both, and each proof holds by itself; only whoever has seen the other can say
 * so. A link that is held here and does not give its own seal is damaged on this device, and says nothing.
 */
export async function againstKnown({ tenantId, seals, checkpoints }: ChainStanding, known: KnownChain): Promise<KnownFinding> {
  const own = await sealsOf(tenantId, known.links);
  const sound = own.filter(({ seal }, place) => known.links[place]?.seal === seal);
  const signed = (list: readonly Checkpoint[]): readonly PlaceSeal[] =>
    list.flatMap(({ chain, index, seal, tenantId: of }) =>
      chain === 'verifications' && of === tenantId ? [{ chainIndex: index, seal }] : [],
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
  return { compared: compared.size, differing: told.slice(0, MOST_TOLD) };
}
