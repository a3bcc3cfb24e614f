import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ReactNode } from 'react';
import type { KpiResponse } from '../../contracts/kpi.ts';
import type { RbfSummary } from '../../contracts/overview.ts';
import { permissionsOf } from '../../domain/accounts/access.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { ConfidencePanel } from './ConfidencePanel.tsx';
import { ExecutiveSummary } from './ExecutiveSummary.tsx';
import { HealthRows } from './HealthRows.tsx';
import { KpiStrip } from './KpiStrip.tsx';
import type { Overview, Resource } from './queries.ts';
import { QuickActions } from './QuickActions.tsx';
import { SystemHealth } from './SystemHealth.tsx';
import { AttentionList } from './variantSlots.tsx';
import { quickActions } from './ways.ts';
import './overview.css';
import './overviewPanels.css';

const now = Date.parse('2025-11-18T11:26:06Z');
const at = '2025-11-18T11:26:06Z';
const live = { kind: 'live', at: now } as const;
const stale = { kind: 'stale', at: now - 1_446_000 } as const;

const held = <T,>(value: T, freshness: Resource<T>['freshness'] = live): Resource<T> => ({
  value,
  unread: 0,
  cameDamaged: [],
  state: 'ready',
  problem: null,
  freshness,
  retry: () => undefined,
});
const none = (state: 'loading' | 'empty' | 'failed', retry: () => void = () => undefined) => ({
  value: null,
  unread: 0,
  cameDamaged: [],
  state,
  problem: null,
  freshness: { kind: 'never' } as const,
  retry,
});

const kpis: KpiResponse = {
  verificationAccuracy: {
    value: 98.476,
    previousValue: 97.89,
    trend: 'up',
    status: 'green',
    lastUpdated: at,
    numerator: 1228,
    denominator: 1247,
  },
  avgLatency: { p50: 2.3 / 3600, p95: 5.8 / 3600, status: 'green', lastUpdated: at },
  automationRate: { value: 94.226, previousValue: 94.3, trend: 'stable', status: 'green', lastUpdated: at },
  fundedAmount: { byCurrency: [{ currency: 'KES', amount: 13_904_000 }], fxSnapshotId: 'FX-1', fxTimestamp: at, lastUpdated: at },
  version: 1,
};
const rbf: RbfSummary = {
  currency: 'KES',
  month: '2025-11',
  totalPayments: 5,
  totalPaid: 22_000,
  totalPending: 14_000,
  paidCount: 3,
  pendingCount: 2,
  failedCount: 0,
  lastUpdated: at,
};

const overviewOf = (over: Partial<Overview>): Overview => ({
  kpis: none('loading'),
  letters: none('loading'),
  components: none('loading'),
  stages: none('loading'),
  activities: none('loading'),
  notifications: none('loading'),
  confidence: none('loading'),
  refinance: none('loading'),
  rbf: none('loading'),
  day: () => [],
  hour: () => [],
  now,
  onBusinessClock: (time) => time,
  lost: false,
  halt: null,
  ...over,
});

const shown = (content: ReactNode) =>
  render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
        {content}
      </ClockProvider>
    </UiProvider>,
  );

beforeEach(() => page.viewport(1440, 900));

it('shows four boxes while loading, of the height of the cards', { tags: ['C-22'] }, async () => {
  const loading = await shown(<ExecutiveSummary title="Executive summary" overview={overviewOf({})} />);
  const boxes = [...loading.container.querySelectorAll<HTMLElement>('.uk-kpi')];
  expect(boxes).toHaveLength(4);
  const heights = boxes.map((box) => box.offsetHeight);
  await loading.unmount();
  const ready = await shown(
    <ExecutiveSummary
      title="Executive summary"
      overview={overviewOf({ kpis: held(kpis), letters: { ...none('empty'), value: [], freshness: live } })}
    />,
  );
  expect([...ready.container.querySelectorAll<HTMLElement>('.uk-kpi')].map((card) => card.offsetHeight)).toEqual(heights);
});

it("says 'No KPI data available' when the platform has none", { tags: ['C-22'] }, async () => {
  const overview = overviewOf({ kpis: none('empty'), letters: { ...none('empty'), value: [], freshness: live } });
  await shown(
    <>
      <ExecutiveSummary title="Executive summary" overview={overview} />
      <KpiStrip kpis={none('empty')} now={now} />
    </>,
  );
  await expect.element(page.getByText('No KPI data available')).toBeVisible();
});

it('says what went wrong, that the rest still works, and tries again', { tags: ['C-80'] }, async () => {
  const retry = vi.fn();
  await shown(
    <ExecutiveSummary
      title="Executive summary"
      overview={overviewOf({
        kpis: { ...none('failed', retry), problem: { code: 'unavailable', message: 'x', retry: true, correlationId: 'd91c27f4-6be0' } },
      })}
    />,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong');
  await expect.element(page.getByText(/An error occurred while loading this content\./)).toBeVisible();
  await expect.element(page.getByText('d91c27f4-6be0')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  expect(retry).toHaveBeenCalledOnce();
});

it("a card carries 'Updated at' while live and its age when stale, and keeps its number", { tags: ['C-20', 'D-15'] }, async () => {
  const fresh = await shown(<ExecutiveSummary title="Executive summary" overview={overviewOf({ kpis: held(kpis) })} />);
  await expect.element(page.getByRole('article', { name: 'Verification Accuracy' })).toHaveTextContent('Updated at 14:26:06');
  await fresh.unmount();
  await shown(<ExecutiveSummary title="Executive summary" overview={overviewOf({ kpis: held(kpis, stale), lost: true })} />);
  const card = page.getByRole('article', { name: 'Verification Accuracy' });
  await expect.element(card).toHaveTextContent('98.5');
  await expect.element(card).toHaveTextContent('Was on target');
  await expect.element(card).toHaveTextContent('Stale · as of 14:02');
});

it("'Updated at' is the figure's own time, with its day where it was not recomputed since yesterday, though the device heard a moment ago", {
  tags: ['T-2', 'C-20', 'C-40'],
}, async () => {
  const made = (response: KpiResponse): KpiResponse => ({
    ...response,
    verificationAccuracy: { ...response.verificationAccuracy, lastUpdated: '2025-11-17T11:20:05Z' },
    avgLatency: { ...response.avgLatency, lastUpdated: '2025-11-18T11:20:06Z' },
    automationRate: { ...response.automationRate, lastUpdated: '2025-11-18T11:20:07Z' },
  });
  await shown(<ExecutiveSummary title="Executive summary" overview={overviewOf({ kpis: held(made(kpis)) })} />);
  const card = (name: string) => page.getByRole('article', { name });
  await expect.element(card('Verification Accuracy')).toHaveTextContent('Updated at 17 Nov, 14:20:05');
  await expect.element(card('Avg Latency')).toHaveTextContent('Updated at 14:20:06');
  await expect.element(card('Automation Rate')).toHaveTextContent('Updated at 14:20:07');
});

it('on a phone a card keeps its trend and its chip, and nothing of it is cut off', { tags: ['T-2', 'C-20'] }, async () => {
  await page.viewport(390, 844);
  const yesterday = { ...kpis, verificationAccuracy: { ...kpis.verificationAccuracy, lastUpdated: '2025-11-17T11:20:05Z' } };
  const { container } = await shown(<ExecutiveSummary title="Executive summary" overview={overviewOf({ kpis: held(yesterday) })} />);
  const card = page.getByRole('article', { name: 'Verification Accuracy' });
  await expect.element(card.getByText('vs last period')).toBeVisible();
  await expect.element(card.getByText('Updated at 17 Nov, 14:20:05')).toBeVisible();
  for (const box of container.querySelectorAll<HTMLElement>('.uk-kpi:not([aria-busy])')) {
    const chip = box.querySelector('.uk-fresh')?.getBoundingClientRect();
    const badge = box.querySelector('.uk-badge')?.getBoundingClientRect();
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
    expect(chip?.bottom).toBeLessThanOrEqual(badge?.top ?? 0);
    expect(badge?.bottom).toBeLessThanOrEqual(box.getBoundingClientRect().bottom);
  }
});

it('a card loses its verdict at the moment its panel is as of, not minutes later', { tags: ['T-8', 'D-15'] }, async () => {
  const asOf = { kind: 'asOf', at: now - 12_000, why: { kind: 'disconnected' } } as const;
  await shown(<ExecutiveSummary title="Executive summary" overview={overviewOf({ kpis: held(kpis, asOf), lost: true })} />);
  const card = page.getByRole('article', { name: 'Verification Accuracy' });
  await expect.element(card).toHaveTextContent('Was on target');
  await expect.element(card).toHaveTextContent('As of 14:25');
});

it('a tile without permission shows no money', { tags: ['C-14', 'D-38'] }, async () => {
  const seeing = await shown(
    <SystemHealth title="System Health" overview={overviewOf({ rbf: held(rbf) })} held={permissionsOf('operator')} />,
  );
  expect(seeing.container.textContent).toContain('22k');
  await seeing.unmount();
  const withoutPayments = await shown(
    <SystemHealth title="System Health" overview={overviewOf({ rbf: held(rbf) })} held={permissionsOf('auditor')} />,
  );
  expect(withoutPayments.container.textContent).not.toMatch(/22k|14k|KES/);
  expect(withoutPayments.container.textContent).toContain('Your role does not see payments.');
});

it('on a phone, what could not be loaded has its line, and no card stands empty', { tags: ['C-14', 'D-15'] }, async () => {
  await shown(
    <HealthRows
      title="System Health"
      overview={overviewOf({ components: none('failed'), stages: none('empty'), rbf: none('failed') })}
      held={permissionsOf('admin')}
    />,
  );
  const lines = page.getByRole('region', { name: 'System Health' }).getByRole('listitem');
  await expect.element(lines.nth(0)).toHaveTextContent('HealthCould not be loaded. Open its page to see more.Not known');
  await expect.element(lines.nth(1)).toHaveTextContent('PipelineNothing reported yet.Not known');
  await expect.element(lines.nth(2)).toHaveTextContent('FinanceCould not be loaded.');
});

it('on a phone a role without payments is shown none, whatever the device holds, and told so', { tags: ['D-38', 'C-68'] }, async () => {
  await shown(
    <HealthRows
      title="System Health"
      overview={overviewOf({ components: none('empty'), rbf: held(rbf) })}
      held={permissionsOf('auditor')}
    />,
  );
  const lines = page.getByRole('region', { name: 'System Health' }).getByRole('listitem');
  await expect.element(lines.getByText('Your role does not see payments.')).toBeVisible();
  expect(page.getByText(/KES/).elements()).toHaveLength(0);
});

it('on a phone a line that leads nowhere for this role says why', { tags: ['D-38'] }, async () => {
  await shown(
    <HealthRows
      title="System Health"
      overview={overviewOf({ components: none('empty'), rbf: held(rbf) })}
      held={permissionsOf('operator')}
    />,
  );
  const lines = page.getByRole('region', { name: 'System Health' }).getByRole('listitem');
  await expect.element(lines.getByText('KES 22k paid this month')).toBeVisible();
  await expect.element(lines.getByText('Your role may not open Results-Based Finance Tracking.')).toBeInTheDocument();
});

it('says that nothing needs a hand only where all that the role may see is known', { tags: ['I-8', 'D-15'] }, async () => {
  const nothing = { ...none('empty'), value: [], freshness: live };
  const operator = {
    id: 'usr-1',
    name: 'Amina Yusuf',
    email: 'a@ukweli.example',
    tenantId: 'demo',
    role: 'operator',
    active: 'operator',
    permissions: permissionsOf('operator'),
  } as const;
  const calm = { letters: nothing, stages: nothing, components: nothing, notifications: nothing, kpis: held(kpis) };
  const list = (over: Partial<Overview>) =>
    shown(
      <AttentionList overview={overviewOf({ ...calm, ...over })} person={operator} words={{ summary: '', health: '' }} phone={false} />,
    );
  const known = await list({});
  await expect.element(page.getByText('Nothing needs attention')).toBeVisible();
  await known.unmount();
  await list({ stages: none('failed'), components: { ...nothing, freshness: stale } });
  await expect.element(page.getByText('Not known now')).toBeVisible();
  await expect.element(page.getByText(/pipeline and health could not be read/)).toBeVisible();
  expect(document.body.textContent).not.toContain('Nothing needs attention');
});

it("explains the score in the document's words", { tags: ['C-19'] }, async () => {
  await shown(
    <ConfidencePanel
      confidence={held({
        confidence: 87.4,
        dataQuality: 92,
        ruleAdherence: 95,
        anomalyRate: 'low',
        anomalies: 14,
        sampleSize: 1247,
        lastUpdated: at,
      })}
    />,
  );
  await page.getByRole('button', { name: 'What does this mean?' }).click();
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent('An AI-assisted validation confidence score based on data quality, anomaly detection and rule adherence.');
});

it('a quick action that leads nowhere is disabled with its reason, and reachable by keyboard', { tags: ['C-17', 'D-38'] }, async () => {
  await shown(
    <QuickActions
      actions={[
        { id: 'report', label: 'Generate Report', way: { href: null, reason: 'Your role may not open it.' } },
        ...quickActions('admin', permissionsOf('admin')).slice(0, 1),
      ]}
    />,
  );
  const refused = page.getByRole('link', { name: 'Generate Report' });
  await expect.element(refused).toHaveAttribute('aria-disabled', 'true');
  await expect.element(refused).toHaveAttribute('tabindex', '0');
  (refused.element() as HTMLElement).focus(); // a focusable span
  await expect.element(page.getByRole('tooltip')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'View Verifications' })).toHaveAttribute('href', '/operations/verifications');
});

it('breaks no word of a head that has too little room: the age goes into a second line', { tags: ['C-18'] }, async () => {
  const problem = { code: 'network', message: 'The platform cannot be reached.', retry: true } as const;
  const screen = await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now + 3 * 86_400_000}>
        <div style={{ inlineSize: 412 }}>
          <Panel
            title="Notifications"
            aside={
              <>
                <span className="uk-count overview-count">2</span>
                <Button kind="ghost" size="sm">
                  Mark all read
                </Button>
              </>
            }
            freshness={{ kind: 'asOf', at: now, why: { kind: 'failed', problem } }}
          >
            None
          </Panel>
        </div>
      </ClockProvider>
    </UiProvider>,
  );
  const title = screen.getByRole('heading', { name: 'Notifications' }).element();
  const range = document.createRange();
  range.selectNodeContents(title);
  expect(range.getClientRects()).toHaveLength(1);
  const head = title.parentElement;
  expect(head?.scrollWidth).toBeLessThanOrEqual(head?.clientWidth ?? 0);
  await expect.element(screen.getByText(/no answer/)).toBeVisible();
});
