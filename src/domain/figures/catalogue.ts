/**
 * Origin of a figure. `derived`: computed from rows. `reported`: reported by its source with its own time. `written`: a row's own field,
 * as a person or system wrote it.
 */
export type FigureSource = 'derived' | 'reported' | 'written';

/** The screens that show figures, as `docs/FIGURES.md` names them. */
export const figureScreens = [
  'overview',
  'pipeline',
  'dlq',
  'dgn',
  'rbf',
  'schools',
  'health',
  'compliance',
  'aiGovernance',
  'incidents',
  'verifications',
] as const;
export type FigureScreen = (typeof figureScreens)[number];

/** One figure: what it is, how it is computed, and from which rows. `docs/FIGURES.md` lists them all, and a test checks them. */
export interface FigureEntry {
  readonly id: string;
  readonly screens: readonly FigureScreen[];
  readonly figure: string;
  /** The rule in one sentence, shown to users who ask how it is computed. */
  readonly rule: string;
  readonly rows: string;
  readonly source: FigureSource;
}

const derived = (id: string, screens: readonly FigureScreen[], figure: string, rule: string, rows: string): FigureEntry => ({
  id,
  screens,
  figure,
  rule,
  rows,
  source: 'derived',
});
const reported = (id: string, screens: readonly FigureScreen[], figure: string, rule: string, rows: string): FigureEntry => ({
  id,
  screens,
  figure,
  rule,
  rows,
  source: 'reported',
});
const written = (id: string, screens: readonly FigureScreen[], figure: string, rule: string, rows: string): FigureEntry => ({
  id,
  screens,
  figure,
  rule,
  rows,
  source: 'written',
});

/** Every figure of every screen that shows data. */
export const figureCatalogue: readonly FigureEntry[] = [
  derived('accuracy', ['overview'], 'Verification accuracy', 'Verified records of all records.', 'verifications'),
  derived(
    'automation',
    ['overview'],
    'Automation rate and manual review',
    'Records decided without a person of all records; manual review is the rest.',
    'verifications',
  ),
  derived(
    'latency-p50',
    ['overview'],
    'Average latency',
    'Median of the time from the start of a decision to its end, over decided records.',
    'verifications',
  ),
  derived(
    'latency-p95',
    ['overview'],
    'Latency p95',
    '95th percentile of the time from the start of a decision to its end, over decided records.',
    'verifications',
  ),
  derived('dlq-items', ['overview', 'dlq'], 'Dead letters', 'Failed items that nobody has promoted yet.', 'dead_letters'),
  derived(
    'funded',
    ['overview'],
    'Funded amount',
    'Milestones paid and receivables of portfolios sold or recycled, by currency; where there is a foreign one also the sum, each part at the exchange rates of the day on which it was paid or sold; none where a rate is missing.',
    'rbf_payments, portfolios, fx_snapshots',
  ),
  derived('data-quality', ['overview'], 'Data quality', 'Meter readings received of readings expected, over all records.', 'verifications'),
  derived('rule-adherence', ['overview'], 'Rule adherence', 'Rules met of rules checked, over all records.', 'verifications'),
  derived('confidence', ['overview'], 'Confidence', 'Data quality × rule adherence.', 'verifications'),
  derived(
    'anomalies',
    ['overview'],
    'Anomaly rate',
    'Anomalous records of all records: low under 2 %, medium under 5 %, else high.',
    'verifications',
  ),
  derived('healthy', ['overview', 'health'], 'Components healthy', 'Components whose state is healthy, of all known.', 'health_components'),
  derived('pipeline-alerts', ['overview', 'pipeline'], 'Pipeline alerts', 'Stages whose lag exceeds their limit.', 'pipeline_stages'),
  derived(
    'month-paid',
    ['overview'],
    'Paid this month, and pending',
    'Payments made this month, and all that are not made yet, whatever their month; in the tenant’s currency, what was paid at the rates of its day, the rest at the newest; amounts without a rate are shown beside it.',
    'rbf_payments, fx_snapshots',
  ),
  derived(
    'on-track',
    ['overview'],
    'On track',
    'At least one payment was made this month, and of all that are not made none failed, was refused by the bank or is 14 days overdue.',
    'rbf_payments, dead_letters',
  ),
  derived('queued', ['pipeline'], 'Items queued', 'Queue depths of all stages, added up.', 'pipeline_stages'),
  derived(
    'per-minute',
    ['pipeline'],
    'Processed per minute, end to end',
    'Output of the last stage. Stages are in series and are not added up.',
    'pipeline_stages',
  ),
  derived('errors', ['pipeline'], 'Errors waiting', 'Error counts of all stages, added up.', 'pipeline_stages'),
  derived('longest-lag', ['pipeline'], 'Longest lag', 'The largest lag of any stage.', 'pipeline_stages'),
  reported(
    'stage',
    ['pipeline'],
    'A stage’s queue, rate, errors and lag',
    'Reported by the stage; the time of its newest item is shown beside it.',
    'pipeline_stages',
  ),
  derived(
    'by-state',
    ['overview', 'dgn'],
    'Receivables by state',
    'Receivables of the portfolios in each state, added up by currency; on the overview in the tenant’s at the newest rates.',
    'portfolios, fx_snapshots',
  ),
  derived(
    'score',
    ['dgn', 'verifications'],
    'Verification score',
    'Verified records of all decided records of the portfolio’s sites. A dispute counts against it until it is settled.',
    'verifications, sites',
  ),
  derived(
    'reduction',
    ['overview', 'dgn'],
    'Emission reduction',
    'Tonnes CO2e of the verified records against the baselines of their sites for as many periods.',
    'verifications, sites',
  ),
  derived('avg-uptime', ['overview', 'dgn'], 'Average uptime', 'Mean over all records of the portfolio’s sites.', 'verifications, sites'),
  derived('avg-savings', ['overview', 'dgn'], 'Fuel savings', 'Mean over all records of the portfolio’s sites.', 'verifications, sites'),
  derived(
    'sites',
    ['overview', 'dgn'],
    'Sites and verifications',
    'Sites whose receivables are in a portfolio, and their records, counted.',
    'sites, verifications',
  ),
  derived(
    'recycling',
    ['overview', 'dgn'],
    'Recycling rate',
    'Recycled capital of it and all receivables that can still be collected.',
    'portfolios',
  ),
  written(
    'liquidity',
    ['dgn'],
    'Available funding, recycled capital, pending packaging',
    'What the portfolio’s last step left there, added up by currency.',
    'portfolios',
  ),
  derived(
    'rbf-totals',
    ['rbf'],
    'Payments, paid and pending',
    'Payments counted and added up by status, in the tenant’s currency: paid ones at the rates of their day, pending ones at the newest. Amounts without a rate are shown beside them.',
    'rbf_payments, fx_snapshots',
  ),
  derived('completion', ['overview', 'rbf'], 'Completion rate', 'Payments made of all payments.', 'rbf_payments'),
  derived('school-savings', ['schools'], 'Fuel savings and uptime of a school', 'The newest record of its site.', 'verifications'),
  derived(
    'school-tonnes',
    ['schools'],
    'Emission reductions and carbon credits',
    'Tonnes CO2e of the verified records of its site; credits are whole tonnes after a buffer of 10 %.',
    'verifications',
  ),
  derived(
    'school-payments',
    ['schools'],
    'Payment status',
    'Paid when all payments of its site are made, overdue when one failed or is 14 days overdue, else pending.',
    'rbf_payments',
  ),
  derived(
    'school-eligible',
    ['schools'],
    'Eligible for a DGN',
    'Meets both targets and its newest decided record is verified.',
    'verifications',
  ),
  derived(
    'performing',
    ['schools'],
    'Schools performing',
    'Fuel savings of 15 % or more and uptime of 95 % or more.',
    'schools, verifications',
  ),
  reported(
    'kitchen',
    ['schools'],
    'Cooking time, steam flow, fuel consumption, sensors',
    'Measured at the school; time and source are shown beside it, and whether the demo simulated it.',
    'school_readings',
  ),
  reported(
    'bills',
    ['schools'],
    'Verified energy charges and cost savings',
    'Reported by the energy bill, with its date; the programme’s savings are their sum.',
    'school_readings',
  ),
  reported(
    'component',
    ['overview', 'health'],
    'Uptime and latency of a component',
    'Measured by the platform, or simulated by the demo, at the time beside it.',
    'health_components',
  ),
  reported(
    'backup',
    ['health'],
    'Last backup and recovery window',
    'Reported with the component; without a report the newest file in BACKUP_DIR.',
    'health_components',
  ),
  derived(
    'slowest',
    ['health'],
    'Lowest uptime and slowest p95',
    'The lowest and the slowest of the components that were measured.',
    'health_components',
  ),
  derived(
    'financed',
    ['compliance'],
    'Financed and avoided emissions',
    'Each asset computed by the rules of the calculator, times its attribution factor, added up.',
    'financed_assets',
  ),
  derived(
    'verified-reductions',
    ['compliance'],
    'Verified and estimated reductions',
    'Tonnes of the records first sealed in the period, as their newest links have them: verified, and pending or disputed.',
    'chain_entries',
  ),
  derived(
    'calculated',
    ['compliance'],
    'Result of the calculator',
    'Computed from the form, by the platform and by this device.',
    'the form',
  ),
  derived(
    'agent-accuracy',
    ['aiGovernance'],
    'Prediction accuracy',
    'Predictions of 30 days that people agreed with, of those they decided.',
    'ai_predictions',
  ),
  written('agent-confidence', ['aiGovernance'], 'Confidence of an agent', 'As reported by the agent.', 'ai_agents'),
  derived('incidents', ['incidents'], 'Active, acknowledged, resolved in 30 days', 'Incidents counted by their times.', 'incidents'),
  written(
    'record',
    ['verifications'],
    'Uptime, fuel savings, emission reduction and confidence of a record',
    'Sealed with the record; confidence is that of its decision.',
    'verifications, chain_entries',
  ),
];

/** The figures of a screen, in the order of the catalogue. */
export function figuresOf(screen: FigureScreen): readonly FigureEntry[] {
  return figureCatalogue.filter(({ screens }) => screens.includes(screen));
}
