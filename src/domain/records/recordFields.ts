import type { Leaf } from '../../contracts/verdict.ts';

/**
 * The values of a signed record by path, and the path of each member of a signed payload (D-52). The platform builds its payloads from
 * the rows it serves with these tables, and verifiers compare with the same ones, so that signed and displayed values cannot diverge.
 */

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const isLeaf = (value: unknown): value is Leaf => typeof value !== 'object' || value === null;
/** A list of texts or numbers as one text, since it is displayed as one value. */
export const listText = (list: readonly unknown[]): string =>
  list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ');

/**
 * Every value of a JSON record by path, such as `payment.amount`. Unusual member names are quoted, so that a top-level member called
 * "payment.amount" differs from the payment's amount. A list of texts or numbers is one value; an empty object or list is an empty text.
 * @param leftOut top-level members to skip: the signatures
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

/** Members of a payload, each with its path in the record. */
export type FieldTable = Readonly<Record<string, string>>;

/** The signed members of a payment in the older form (`rbf-payment+jws`). */
export const paymentBinding = {
  amount: 'payment.amount',
  covenantHash: 'covenant_hash',
  currency: 'payment.currency',
  milestoneId: 'milestone_id',
  paymentId: 'payment_id',
  siteCode: 'site_code',
  verificationId: 'verification_id',
} as const satisfies FieldTable;

/** Everything known of a payment when it becomes owed; all of it is signed. */
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

/** The signed members of a portfolio in the older form (`portfolio-covenant+jws`). */
export const portfolioBinding = {
  covenantHash: 'covenantHash',
  currency: 'currency',
  portfolioId: 'portfolioId',
  receivablesValue: 'receivablesValue',
} as const satisfies FieldTable;

/** The members of a portfolio that change with its state transitions. */
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

/** The performance of a portfolio's sites. It changes with every record, so it is signed as of a moment. */
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

/**
 * The signed members of an export. The filter's hash occurs twice: `metadata.filterHash` must be equal. The old form has fewer members
 * (D-53).
 */
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

/** Path of a portfolio's site codes; signed as `siteCodesHash`, since there may be thousands. */
export const SITE_CODES = 'siteCodes';

/** Reads the members named by a table from a record. Missing and null values are omitted. */
export function pick(table: FieldTable, leaves: ReadonlyMap<string, Leaf>): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, path]) => {
      const value = leaves.get(path);
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}

/** True if two figures are equal to twelve significant digits: sums of fractions vary with the order of rows. */
export function sameFigure(one: Leaf | undefined, other: Leaf | undefined): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return one.toPrecision(12) === other.toPrecision(12);
}
