import type { AuditRecord } from '../../contracts/audit.ts';
import type { Result } from '../../contracts/problem.ts';
import { type AuditLink, auditLinkOf, recordTimesBack } from '../../domain/auditChain.ts';
import { endlessPages } from '../../domain/paging.ts';
import { type BrokenLink, judgeLinks, type Sha256 } from '../../domain/chain.ts';
import type { TimeBack } from '../../domain/timesBack.ts';

/** Where the check of the whole record stands. */
export type WholeCheck =
  | { readonly state: 'running'; readonly checked: number; readonly total: number }
  /** `backs`: where its time goes back, lowest place first. */
  | { readonly state: 'whole'; readonly lines: number; readonly seal: string | null; readonly backs: readonly TimeBack[] }
  | { readonly state: 'broken'; readonly record: AuditRecord; readonly link: BrokenLink }
  | { readonly state: 'gap'; readonly from: number; readonly to: number }
  /** The platform shows another line at a place that this device holds. */
  | { readonly state: 'differs'; readonly place: number }
  | { readonly state: 'failed'; readonly message: string; readonly checked: number };

export interface WholeCheckPorts {
  readonly tenantId: string;
  readonly sha256: Sha256;
  /** A page of the platform's record, newest first: the newest, or those below a place. */
  readonly page: (before: number | undefined) => Promise<Result<{ readonly records: readonly AuditRecord[]; readonly totalCount: number }>>;
  /** Lines this device holds from a place on, lowest first. */
  readonly held: (from: number, limit: number) => Promise<readonly AuditRecord[]>;
  readonly progress: (check: WholeCheck) => void;
  readonly stopped: () => boolean;
}

/**
 * Reads the platform's whole record anew, newest first, recomputes every hash here, ties every page to the one above it, and holds each line
 * against the one that this device was given before. The attacker is whoever runs the platform's database: a record rewritten from some
 * place on, with hashes that fit, is found by the lines held here. Keeps one page in memory, however long the record is.
 */
export async function checkWhole(ports: WholeCheckPorts): Promise<WholeCheck> {
  let above: AuditLink | null = null;
  let checked = 0;
  let seal: string | null = null;
  let backs: readonly TimeBack[] = [];
  for (;;) {
    const page = await ports.page(above?.chainIndex);
    if (!page.ok) return { state: 'failed', message: page.problem.message, checked };
    const { records, totalCount } = page.value;
    const links = await Promise.all(records.map((record) => auditLinkOf(ports.tenantId, record, ports.sha256)));
    const found: WholeCheck | null = judgePage(links, above, totalCount);
    if (found !== null) return found;
    const lowest = links.reduce<AuditLink | null>((low, link) => (low === null || link.chainIndex < low.chainIndex ? link : low), null);
    if (lowest === null) return { state: 'whole', lines: checked, seal, backs };
    backs = [...recordTimesBack(above === null ? links : [...links, above]), ...backs];
    if (above !== null && lowest.chainIndex >= above.chainIndex) return { state: 'failed', message: endlessPages.message, checked };
    const place = firstDifference(links, await ports.held(lowest.chainIndex, links.length));
    if (place !== null) return { state: 'differs', place };
    seal ??= links.find(({ chainIndex }) => chainIndex === totalCount - 1)?.seal ?? null;
    checked += links.length;
    if (lowest.chainIndex === 0) return { state: 'whole', lines: checked, seal, backs };
    above = lowest;
    ports.progress({ state: 'running', checked, total: totalCount });
    if (ports.stopped()) return { state: 'failed', message: 'The check was left.', checked };
  }
}

/** A page by itself and tied to the one above. Null where all fits. */
function judgePage(links: readonly AuditLink[], above: AuditLink | null, totalCount: number): WholeCheck | null {
  const verdict = judgeLinks(above === null ? links : [...links, above], null);
  if (verdict.state === 'broken') return { state: 'broken', record: verdict.at.record, link: verdict.link };
  const top = (above?.chainIndex ?? totalCount) - 1;
  const highest = Math.max(-1, ...links.map(({ chainIndex }) => chainIndex));
  if (highest < top) return { state: 'gap', from: highest + 1, to: top };
  // What lies below the page is the next one's; a hole above its lowest line is none of it.
  const hole = verdict.state === 'gap' ? verdict.notHeld.find(({ from }) => from > 0) : undefined;
  return hole === undefined ? null : { state: 'gap', from: hole.from, to: hole.to };
}

function firstDifference(links: readonly AuditLink[], held: readonly AuditRecord[]): number | null {
  const shown = new Map(links.map(({ chainIndex, seal }) => [chainIndex, seal]));
  const other = held.find(({ chainIndex, hash }) => shown.has(chainIndex) && shown.get(chainIndex) !== hash);
  return other?.chainIndex ?? null;
}
