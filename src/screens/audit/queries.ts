import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { usePanel } from '../../bridge/reads/usePanel.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useWindow } from '../../bridge/reads/useWindow.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import type { AuditRecord } from '../../contracts/audit.ts';
import { type AuditVerdict, judgeAudit, recordTimesBack } from '../../domain/records/auditChain.ts';
import type { TimeBack } from '../../domain/records/timesBack.ts';
import { sha256Hex } from '../../evidence/bytes.ts';
import { countAudit, readAllAudit, readAudit, readAuditFacets, readAuditLines, readAuditRecord } from '../../store/readAudit.ts';
import type { DamagedPlace } from '../../store/types.ts';
import { useNow } from '../../ui/time/clock.tsx';
import { type AuditView, isNarrowed, periods } from './address.ts';
import { type AuditChecker, createAuditChecker } from './auditChecker.ts';
import { checkWhole, type WholeCheck } from './wholeCheck.ts';

const noneDamaged: readonly DamagedPlace[] = [];
/** The start of a period moves in steps, so that the live query does not run again every second. */
const periodStepMs = 60_000;
/** Lines read at a time for the chain check; more would block the page noticeably. */
const chunkLines = 500;

/** The visible window of the record, the number of matches and the freshness. */
export function useAudit(view: AuditView, range: { readonly first: number; readonly last: number }) {
  useSubscription(['audit']);
  const { connection } = useHubStatus();
  // Lines carry real time, even while the business clock stands still.
  const now = useNow(periodStepMs);
  const from =
    view.period === null ? undefined : new Date(Math.floor(now / periodStepMs) * periodStepMs - periods[view.period]).toISOString();
  const query = {
    search: view.search,
    area: view.area ?? undefined,
    actor: view.actor ?? undefined,
    outcome: view.outcome ?? undefined,
    from,
    sort: view.sort,
  };
  const stored = useWindow(
    (window) => readAudit({ ...query, ...window }),
    [view.search, view.area, view.actor, view.outcome, view.sort, from],
    range,
  );
  const counted = useStored(() => countAudit(), []).value ?? 0;
  const facets = useStored(() => readAuditFacets(), []).value ?? { actors: [], areas: [] };
  const { value, ...panel } = usePanel('audit', stored, ({ corrupt }) => ({ held: counted, unread: corrupt }));
  return {
    rows: value?.rows ?? [],
    damaged: value?.damaged ?? noneDamaged,
    unread: panel.unread,
    start: value?.start ?? 0,
    count: value?.count ?? 0,
    held: value === null ? 0 : counted,
    facets,
    totalCount: panel.totalCount,
    connected: connection.state === 'connected',
    /** More lines are arriving: what is not stored yet does not count as missing. */
    arriving: !panel.whole && panel.problem === null && connection.state === 'connected',
    narrowed: isNarrowed(view),
    /** Start of the period, ISO 8601; null for any time. */
    from: from ?? null,
    /** Reads all matching lines, not only the visible ones. */
    every: () => readAllAudit(query),
    state: panel.state,
    problem: panel.problem,
    freshness: panel.freshness,
  };
}

async function readAllLines(): Promise<readonly AuditRecord[]> {
  const all: AuditRecord[] = [];
  for (let from = 0; ; ) {
    const lines = await readAuditLines(from, chunkLines);
    all.push(...lines);
    const last = lines.at(-1);
    if (last === undefined || lines.length < chunkLines) return all;
    from = last.chainIndex + 1;
  }
}

/** Checks all stored lines whenever one arrives; null until the first check is done. */
export function useAuditVerdict(
  tenantId: string,
  totalCount: number | null,
): { readonly verdict: AuditVerdict | null; readonly backs: readonly TimeBack[]; readonly checker: AuditChecker } {
  const checker = useMemo(() => createAuditChecker(tenantId, sha256Hex), [tenantId]);
  const lines = useStored(readAllLines, []).value;
  const [links, setLinks] = useState<Awaited<ReturnType<AuditChecker['linksOf']>> | null>(null);
  useEffect(() => {
    if (lines === undefined) return;
    let current = true;
    void checker.linksOf(lines).then((made) => {
      if (current) setLinks(made);
    });
    return () => {
      current = false;
    };
  }, [checker, lines]);
  const verdict = useMemo(() => (links === null ? null : judgeAudit(links, totalCount)), [links, totalCount]);
  const backs = useMemo(() => (links === null ? [] : recordTimesBack(links)), [links]);
  return { verdict, backs, checker };
}

/** One stored line with its neighbours in the chain. */
export function useAuditRecord(place: number) {
  const record = useStored(() => readAuditRecord(place), [place]);
  const previous = useStored(async () => (place === 0 ? null : readAuditRecord(place - 1)), [place]);
  const next = useStored(() => readAuditRecord(place + 1), [place]);
  const loading = record.state === 'loading' || previous.state === 'loading' || next.state === 'loading';
  return { loading, record: record.value ?? null, previous: previous.value ?? undefined, next: next.value ?? undefined };
}

/** Checks the platform's whole record on demand; stops when the screen is left. */
export function useWholeCheck(tenantId: string): { readonly check: WholeCheck | null; readonly start: () => void } {
  const [check, setCheck] = useState<WholeCheck | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const start = useCallback(() => {
    const show = (now: WholeCheck) => {
      if (!gone.current) setCheck(now);
    };
    show({ state: 'running', checked: 0, total: 0 });
    void checkWhole({
      tenantId,
      sha256: sha256Hex,
      page: async (before) => {
        const answer = await fetchApi('audit', { query: { limit: chunkLines, before } });
        return answer.ok ? { ok: true, value: answer.value.value } : answer;
      },
      held: readAuditLines,
      progress: show,
      stopped: () => gone.current,
    }).then(show);
  }, [tenantId]);
  return { check, start };
}
