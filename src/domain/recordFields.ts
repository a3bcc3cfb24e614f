import type { Leaf } from '../contracts/verdict.ts';

/**
 * What stands in a signed record, leaf by leaf, and which leaf each member of a signed payload is (D-52). The platform makes its payloads from the
 * very rows that it answers with, by these tables, and whoever checks compares by the same ones: what is signed and what is shown cannot drift apart.
 */

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const isLeaf = (value: unknown): value is Leaf => typeof value !== 'object' || value === null;
/** The text that stands for a list of texts or numbers: one value to people, whatever its length. */
export const listText = (list: readonly unknown[]): string =>
  list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ');

/**
 * Every value of a JSON record under its path, `payment.amount`. A name that is no plain word is quoted: a member called "payment.amount" at the top is not
 * the amount of the payment. A list of texts or numbers is one value, an empty object or list an empty text.
 * @param leftOut members of the record itself that are not among them: the signatures
 */
export function leavesOf(record: unknown, leftOut: readonly string[] = []): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const walk = (value: unknown, path: string): void => {
    if (value === undefined) return;
    if (isLeaf(value)) leaves.set(path, value);
    else if (Array.isArray(value) && value.every(isLeaf)) leaves.set(path, listText(value));
    else {
      const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value ?? {});
      if (members.length === 0) leaves.set(path, '');
      for (const [name, member] of members) {
        if (path === '' && leftOut.includes(String(name))) continue;
        const step = typeof name === 'number' ? `[${name}]` : plainName.test(name) ? name : JSON.stringify(name);
        walk(member, path === '' || typeof name === 'number' ? `${path}${step}` : `${path}.${step}`);
      }
    }
  };
  walk(record, '');
  return leaves;
}

/** Members of a payload, each with the path of what it says in the record. */
export type FieldTable = Readonly<Record<string, string>>;

/** What was signed of a payment before its facts were (`rbf-payment+jws`). */
export const paymentBinding = {
  amount: 'payment.amount',
  covenantHash: 'covenant_hash',
  currency: 'payment.currency',
  milestoneId: 'milestone_id',
  paymentId: 'payment_id',
  siteCode: 'site_code',
  verificationId: 'verification_id',
} as const satisfies FieldTable;

/** What is known of a payment when it is owed, all of it signed. */
export const paymentFacts = {
  ...paymentBinding,
  actualPerformance: 'milestone.actualPerformance',
  description: 'milestone.description',
  dueAt: 'payment.dueAt',
  metric: 'milestone.metric',
  milestoneAmount: 'milestone.payment_amount',
  milestoneType: 'milestone.payment_type',
  threshold: 'milestone.threshold',
} as const satisfies FieldTable;

/** What was signed of a portfolio before its facts were (`portfolio-covenant+jws`). */
export const portfolioBinding = {
  covenantHash: 'covenantHash',
  currency: 'currency',
  portfolioId: 'portfolioId',
  receivablesValue: 'receivablesValue',
} as const satisfies FieldTable;

/** How a portfolio stands from one move to the next. */
export const portfolioStanding = {
  availableFunding: 'liquidityMetrics.availableFunding',
  changedAt: 'changedAt',
  dgnPackageId: 'dgnPackageId',
  frozenAt: 'frozenAt',
  packagedAt: 'packagedAt',
  pendingPackaging: 'liquidityMetrics.pendingPackaging',
  recycledCapital: 'liquidityMetrics.recycledCapital',
  soldAt: 'soldAt',
  state: 'state',
  totalSites: 'performanceSummary.totalSites',
} as const satisfies FieldTable;

/** What its sites have come to. It goes on with every record of theirs, so it is signed as of a moment. */
export const portfolioFigures = {
  avgEmissionReduction: 'performanceSummary.avgEmissionReduction',
  avgFuelSavings: 'performanceSummary.avgFuelSavings',
  avgUptime: 'performanceSummary.avgUptime',
  baselineTonnes: 'basis.baselineTonnes',
  disputed: 'basis.disputed',
  failed: 'basis.failed',
  tonnes: 'basis.tonnes',
  verificationCount: 'performanceSummary.verificationCount',
  verificationScore: 'verificationScore',
  verified: 'basis.verified',
} as const satisfies FieldTable;

/** What is signed of an export. The hash of its filter stands in it twice: `metadata.filterHash` has to be the same. An old one says less (D-53). */
export const exportFields = {
  asOf: 'asOf.at',
  asOfSeq: 'asOf.seq',
  contentHash: 'file.sha256',
  covenantHash: 'record.covenant_hash',
  expiresAt: 'metadata.expiresAt',
  exportType: 'record.export_type',
  exportedAt: 'metadata.exportedAt',
  exportedBy: 'metadata.exportedBy',
  exportedById: 'metadata.exportedById',
  fileName: 'file.name',
  filterHash: 'record.filter_hash',
  format: 'file.format',
  fxSnapshotId: 'record.fx_snapshot_id',
  recordCount: 'metadata.recordCount',
  signTs: 'record.sign_ts',
  sizeBytes: 'file.sizeBytes',
  tenantId: 'record.tenant_id',
} as const satisfies FieldTable;

/** Where the codes of a portfolio's sites stand; they are signed as `siteCodesHash`, since there may be thousands. */
export const SITE_CODES = 'siteCodes';

/** The members of a payload that a table names, read from a record. What the record does not say is left out, and so is null. */
export function pick(table: FieldTable, leaves: ReadonlyMap<string, Leaf>): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, path]) => {
      const value = leaves.get(path);
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}

/** Whether two figures are one. Sums of fractions come out by the order of their rows: twelve digits of them mean something. */
export function sameFigure(one: Leaf | undefined, other: Leaf | undefined): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return one.toPrecision(12) === other.toPrecision(12);
}
