import { useEffect, useMemo, useRef, useState } from 'react';
import { useInvalidate } from '../../bridge/reads/useApiQuery.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { usePackCheck } from '../../bridge/proof/usePackCheck.ts';
import { usePanel } from '../../bridge/reads/usePanel.ts';
import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { useNow } from '../../ui/time/clock.tsx';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useWindow } from '../../bridge/reads/useWindow.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { beside, type ChainVerdict, type NotCheckable } from '../../domain/records/chain.ts';
import { linkOf } from '../../domain/records/chainLink.ts';
import { sha256Hex } from '../../evidence/bytes.ts';
import { readKeys } from '../../store/readEvidence.ts';
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
import { type HistoryView, isNarrowed, periods } from './model.ts';

const everything = { first: 0, last: Number.MAX_SAFE_INTEGER } as const;
const noneDamaged: readonly DamagedPlace[] = [];
/** The start of a period moves in steps, so that the live query does not run again every second. */
const periodStepMs = 60_000;

/** The visible window of the list, the number of matches and the freshness. */
export function useHistory(view: HistoryView, range: { readonly first: number; readonly last: number }) {
  useSubscription(['verifications', 'evidence', 'jwks']);
  const { simulation, connection } = useHubStatus();
  const businessNow = businessNowOf(simulation, useNow(periodStepMs));
  const from =
    view.period === null ? undefined : new Date(Math.floor(businessNow / periodStepMs) * periodStepMs - periods[view.period]).toISOString();
  const query = { search: view.search, status: view.status ?? undefined, siteCode: view.site ?? undefined, from, sort: view.sort };
  const stored = useWindow(
    (window) => readVerifications({ ...query, ...window }),
    [view.search, view.status, view.site, view.sort, from],
    range,
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
    start: value?.start ?? 0,
    count: value?.count ?? 0,
    held: value === null ? 0 : counted,
    counts: counts.value ?? null,
    sites: sites.value ?? [],
    /** Total number of rows as the platform counts; null while unknown. */
    totalCount: panel.totalCount,
    /** More rows are arriving: what is not stored yet does not count as missing. */
    arriving: !panel.whole && panel.problem === null && connection.state === 'connected',
    /** All rows named in the platform's last answer are stored. */
    allHeld: panel.whole,
    narrowed: isNarrowed(view),
    /** Start of the period, ISO 8601; null for any time. */
    from: from ?? null,
    /** Reads all matching records, not only the visible ones. */
    every: () => readAllVerifications(query),
    state: panel.state,
    problem: panel.problem,
    freshness: panel.freshness,
  };
}

/** Checks the whole stored chain whenever a link arrives; null until the first check is done. */
export function useChainVerdict(tenantId: string): {
  readonly verdict: ChainVerdict | NotCheckable | null;
  readonly checker: ChainChecker;
  /** Set if the links up to a signed checkpoint were checked on an earlier walk (`domain/records/walkedChain.ts`). */
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

/** The links from a walked place on; all links if there was no walk, or links below it are missing. */
async function readFrom(walk: Walk | null): Promise<{ readonly links: readonly ChainEntry[]; readonly walk: Walk | null }> {
  if (walk !== null && (await countLinksBelow(walk.index)) === walk.index)
    return { links: await readChain(walk.index, everything.last), walk };
  return { links: await readChain(everything.first, everything.last), walk: null };
}

/** Checks from the walked place on; the whole chain if that place no longer matches. */
async function judgeHeld(checker: ChainChecker, { links, walk }: { readonly links: readonly ChainEntry[]; readonly walk: Walk | null }) {
  const forward = walk === null ? null : await checker.checkFrom(walk, links);
  if (forward !== null) return { verdict: forward, walked: walk };
  return { verdict: await checker.check(walk === null ? links : await readChain(everything.first, everything.last)), walked: null };
}

/**
 * One record with its neighbouring links, pack and signing key from this device, and what only the platform has (covenant, payment,
 * portfolio, history), refetched while the drawer is open and when the record changes.
 */
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
    /** Age of the platform's answer; the event stream updates only the record's own row. */
    detailFreshness: detail.freshness,
    detailProblem: detail.value === null ? detail.problem : null,
  };
}

/**
 * A decision or approved override also changes the record's history and dependent data: an answer about an earlier version is refetched,
 * once per stored version.
 */
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
