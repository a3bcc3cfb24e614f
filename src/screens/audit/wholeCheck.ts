import type { AuditRecord } from '../../contracts/audit.ts';
import type { Result } from '../../contracts/problem.ts';
import { type AuditLink, auditLinkOf, recordTimesBack } from '../../domain/records/auditChain.ts';
import { endlessPages } from '../../domain/paging.ts';
import { type BrokenLink, judgeLinks, type Sha256 } from '../../domain/records/chain.ts';
import type { TimeBack } from '../../domain/records/timesBack.ts';

/** Progress or result of the check of the whole record. */
export type WholeCheck =
  | { readonly state: 'running'; readonly checked: number; readonly total: number }
  /** `backs`: places where the time goes backwards, lowest first. */
  | { readonly state: 'whole'; readonly lines: number; readonly seal: string | null; readonly backs: readonly TimeBack[] }
  | { readonly state: 'broken'; readonly record: AuditRecord; readonly link: BrokenLink }
  | { readonly state: 'gap'; readonly from: number; readonly to: number }
  /** The platform returns another line at a place than the one this device holds. */
  | { readonly state: 'differs'; readonly place: number }
  | { readonly state: 'failed'; readonly message: string; readonly checked: number };

/** What the check is given. `stopped` is asked after each page; once true, the check ends as failed. */
export interface WholeCheckDeps {
  readonly tenantId: string;
  readonly sha256: Sha256;
  /** A page of the platform's record, newest first: the newest, or those below `before`. */
  readonly page: (before: number | undefined) => Promise<Result<{ readonly records: readonly AuditRecord[]; readonly totalCount: number }>>;
  /** Lines this device holds from a chain index on, lowest first. */
  readonly held: (from: number, limit: number) => Promise<readonly AuditRecord[]>;
  readonly progress: (check: WholeCheck) => void;
  readonly stopped: () => boolean;
}

/**
 * Reads the platform's whole record, newest first, recomputes every hash, links every page to the one above, and compares each line with
 * the one this device stored earlier. Assumed attacker: the operator of the platform's database. A record rewritten from some place on
 * with matching hashes is found through the lines stored here. Keeps one page in memory, whatever the record's length.
 */
export async function checkWhole(deps: WholeCheckDeps): Promise<WholeCheck> {
  let above: AuditLink | null = null;
  let checked = 0;
  let seal: string | null = null;
  let backs: readonly TimeBack[] = [];
  for (;;) {
    const page = await deps.page(above?.chainIndex);
    if (!page.ok) return { state: 'failed', message: page.problem.message, checked };
    const { records, totalCount } = page.value;
    const links = await Promise.all(records.map((record) => auditLinkOf(deps.tenantId, record, deps.sha256)));
    const found: WholeCheck | null = judgePage(links, above, totalCount);
    if (found !== null) return found;
    const lowest = links.reduce<AuditLink | null>((low, link) => (low === null || link.chainIndex < low.chainIndex ? link : low), null);
    if (lowest === null) return { state: 'whole', lines: checked, seal, backs };
    backs = [...recordTimesBack(above === null ? links : [...links, above]), ...backs];
    if (above !== null && lowest.chainIndex >= above.chainIndex) return { state: 'failed', message: endlessPages.message, checked };
    const place = firstDifference(links, await deps.held(lowest.chainIndex, links.length));
    if (place !== null) return { state: 'differs', place };
    seal ??= links.find(({ chainIndex }) => chainIndex === totalCount - 1)?.seal ?? null;
    checked += links.length;
    if (lowest.chainIndex === 0) return { state: 'whole', lines: checked, seal, backs };
    above = lowest;
    deps.progress({ state: 'running', checked, total: totalCount });
    if (deps.stopped()) return { state: 'failed', message: 'The check was stopped.', checked };
  }
}

/** Checks a page by itself and its link to the page above. Null if all is intact. */
function judgePage(links: readonly AuditLink[], above: AuditLink | null, totalCount: number): WholeCheck | null {
  const verdict = judgeLinks(above === null ? links : [...links, above], null);
  if (verdict.state === 'broken') return { state: 'broken', record: verdict.at.record, link: verdict.link };
  const top = (above?.chainIndex ?? totalCount) - 1;
  const highest = Math.max(-1, ...links.map(({ chainIndex }) => chainIndex));
  if (highest < top) return { state: 'gap', from: highest + 1, to: top };
  // Lines below the page belong to the next one; only a hole above its lowest line counts.
  const hole = verdict.state === 'gap' ? verdict.notHeld.find(({ from }) => from > 0) : undefined;
  return hole === undefined ? null : { state: 'gap', from: hole.from, to: hole.to };
}

function firstDifference(links: readonly AuditLink[], held: readonly AuditRecord[]): number | null {
  const shown = new Map(links.map(({ chainIndex, seal }) => [chainIndex, seal]));
  const other = held.find(({ chainIndex, hash }) => shown.has(chainIndex) && shown.get(chainIndex) !== hash);
  return other?.chainIndex ?? null;
}
