import { useEffect, useMemo, useRef, useState } from 'react';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { usePackCheck } from '../../bridge/usePackCheck.ts';
import { usePanel } from '../../bridge/usePanel.ts';
import { useReadPanel } from '../../bridge/useReadPanel.ts';
import { useNow } from '../../ui/time/clock.tsx';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { beside, type ChainVerdict, type NotCheckable } from '../../domain/chain.ts';
import { linkOf } from '../../domain/chainLink.ts';
import { sha256Hex } from '../../evidence/bytes.ts';
import { readKeys } from '../../store/read.ts';
import { readPack } from '../../store/readPacks.ts';
import {
  countLinksBelow,
  countUnsealed,
  countVerifications,
  readAllVerifications,
  readChain,
  readSiteCodes,
  readVerification,
  readVerifications,
} from '../../store/readVerifications.ts';
import { type ChainChecker, createChainChecker } from './chainChecker.ts';
import type { DamagedPlace } from '../../store/types.ts';
import { type HistoryView, isNarrowed, periods, windowOf } from './model.ts';

const everything = { first: 0, last: Number.MAX_SAFE_INTEGER } as const;
const noneDamaged: readonly DamagedPlace[] = [];
/** A period's start moves in steps, so that the live query is not asked anew every second. */
const periodStepMs = 60_000;

/** The window of the list in sight, its size, and how old it is. */
export function useHistory(view: HistoryView, range: { readonly first: number; readonly last: number }) {
  useWanted(['verifications', 'evidence', 'jwks']);
  const { simulation, connection } = useHubStatus();
  const businessNow = businessNowOf(simulation, useNow(periodStepMs));
  const from =
    view.period === null ? undefined : new Date(Math.floor(businessNow / periodStepMs) * periodStepMs - periods[view.period]).toISOString();
  const { offset, limit } = windowOf(range.first, range.last);
  const query = { search: view.search, status: view.status ?? undefined, siteCode: view.site ?? undefined, from, sort: view.sort };
  const stored = useStored(
    () => readVerifications({ ...query, offset, limit }),
    [view.search, view.status, view.site, view.sort, from, offset, limit],
    { keepPrevious: true },
  );
  const counts = useStored(() => countVerifications(), []);
  const sites = useStored(() => readSiteCodes(), []);
  const counted = counts.value === undefined ? 0 : Object.values(counts.value).reduce((sum, count) => sum + count, 0);
  const { value, ...panel } = usePanel('verifications', stored, ({ corrupt }) => ({ held: counted, unread: corrupt }));
  return {
    rows: value?.rows ?? [],
    damaged: value?.damaged ?? noneDamaged,
    unread: panel.unread,
    cameDamaged: panel.cameDamaged,
    start: offset,
    count: value?.count ?? 0,
    held: value === null ? 0 : counted,
    counts: counts.value ?? null,
    sites: sites.value ?? [],
    /** Rows there in all, as the platform counts; null before it said. */
    totalCount: panel.totalCount,
    /** The rest of the list is on its way: what is not held yet is not missing. */
    arriving: !panel.whole && panel.problem === null && connection.state === 'connected',
    /** All that the platform named in its last answer are held here. */
    allHeld: panel.whole,
    narrowed: isNarrowed(view),
    /** Where the period begins, ISO 8601; null for any time. */
    from: from ?? null,
    /** All records that the view leaves, not only those in sight. */
    every: () => readAllVerifications(query),
    state: panel.state,
    problem: panel.problem,
    freshness: panel.freshness,
  };
}

/** Checks the whole chain that is held whenever a link comes in; null until the first check is done. */
export function useChainVerdict(tenantId: string): {
  readonly verdict: ChainVerdict | NotCheckable | null;
  readonly checker: ChainChecker;
  /** Set where the links up to a signed checkpoint count as this device walked them before (`domain/walkedChain.ts`). */
  readonly walked: Walk | null;
} {
  const checker = useMemo(() => createChainChecker(tenantId, sha256Hex), [tenantId]);
  const told = useHubStatus().walked ?? null;
  const seal = told?.seal ?? null;
  const index = told?.index ?? 0;
  const wholeAt = told?.wholeAt ?? 0;
  const walk = useMemo(() => (seal === null ? null : { index, seal, wholeAt }), [index, seal, wholeAt]);
  const links = useStored(() => readFrom(walk), [seal, index]);
  const unsealed = useStored(() => countUnsealed(), []).value;
  const [judged, setJudged] = useState<{ readonly verdict: ChainVerdict; readonly walked: Walk | null } | null>(null);
  const held = links.value;
  useEffect(() => {
    if (held === undefined) return;
    let current = true;
    void judgeHeld(checker, held).then((judgement) => {
      if (current) setJudged(judgement);
    });
    return () => {
      current = false;
    };
  }, [checker, held]);
  return {
    verdict: judged === null || unsealed === undefined ? null : beside(judged.verdict, unsealed),
    checker,
    walked: judged?.walked ?? null,
  };
}

type Walk = NonNullable<HubStatus['walked']>;

/** The links from a walked place on; all of them where none was walked, or what lies below it is not all here. */
async function readFrom(walk: Walk | null): Promise<{ readonly links: readonly ChainEntry[]; readonly walk: Walk | null }> {
  if (walk !== null && (await countLinksBelow(walk.index)) === walk.index)
    return { links: await readChain(walk.index, everything.last), walk };
  return { links: await readChain(everything.first, everything.last), walk: null };
}

/** Forward from where this device has walked to; where that does not stand any more, all of it. */
async function judgeHeld(checker: ChainChecker, { links, walk }: { readonly links: readonly ChainEntry[]; readonly walk: Walk | null }) {
  const forward = walk === null ? null : await checker.checkFrom(walk, links);
  if (forward !== null) return { verdict: forward, walked: walk };
  return { verdict: await checker.check(walk === null ? links : await readChain(everything.first, everything.last)), walked: null };
}

/** One record with the links beside it, its pack and the key that signed it, all from this device, and what only the platform
 * knows (covenant, payment, portfolio, history), asked for again while somebody looks and as soon as the record itself changes. */
export function useRecord(vrfId: string) {
  const record = useStored(() => readVerification(vrfId), [vrfId]);
  const verification = record.value ?? null;
  const index = (verification === null ? null : linkOf(verification))?.chainIndex ?? -2;
  const links = useStored(() => readChain(Math.max(0, index - 1), index + 1), [index]);
  const packId = verification?.evidencePackId ?? null;
  const pack = useStored(async () => (packId === null ? null : readPack(packId)), [packId]);
  const keys = useStored(() => readKeys(), []);
  const detail = useReadPanel('verification', { params: { vrfId } }, () => 1);
  useAskedAgain(vrfId, verification?.version, detail.value?.verification.version);
  const linkAt = (place: number): ChainEntry | undefined => links.value?.find((entry) => entry.chainIndex === place);
  return {
    loading: record.state === 'loading',
    verification,
    previous: linkAt(index - 1),
    next: linkAt(index + 1),
    pack: pack.value ?? null,
    packCheck: usePackCheck(pack.value == null ? null : packId, verification === null ? null : { vrfId, siteCode: verification.siteCode }),
    keys: keys.value?.rows ?? null,
    detail: detail.value,
    /** How old the platform's answer is: the record's own row is carried by the stream, this is not. */
    detailFreshness: detail.freshness,
    detailProblem: detail.value === null ? detail.problem : null,
  };
}

/** What changed the record (a decision, an approved override) changed its history and what hangs on it: an answer about an earlier version is asked for again, once for each version that is held. */
function useAskedAgain(vrfId: string, held: number | undefined, told: number | undefined): void {
  const invalidate = useInvalidate();
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (held === undefined || told === undefined || told >= held) return;
    const wish = `${vrfId}@${held}`;
    if (asked.current === wish) return;
    asked.current = wish;
    invalidate('verification');
  }, [vrfId, held, told, invalidate]);
}
