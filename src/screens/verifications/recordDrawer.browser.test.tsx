import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import './verifications.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { echoing } from '../../../tests/builders/echoing.ts';
import { verificationRow } from '../../../tests/builders/operations.ts';
import { personsDevice } from '../../../tests/builders/personsDevice.ts';
import { activeRole } from '../../bridge/acts/activeRole.ts';
import { hubStatus } from '../../bridge/hub/pageState.ts';
import { createPersonQueries } from '../../bridge/reads/queryClient.ts';
import type { ConsoleRole, LoginRole } from '../../contracts/access.ts';
import { headers } from '../../contracts/endpoints.ts';
import type { VerificationDetail } from '../../contracts/verification.ts';
import { sha256Hex } from '../../evidence/bytes.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { createChainChecker } from './chainChecker.ts';
import { RecordDrawer } from './RecordDrawer.tsx';

const store = personsDevice();
const held = verificationRow(0);
const payment = {
  paymentId: 'PAY-0001',
  status: 'pending',
  amount: 8_000,
  currency: 'KES',
  metric: 'uptime',
  threshold: 95,
  actualPerformance: 98,
} as const;
const portfolio = {
  portfolioId: 'DGN-001',
  state: 'eligible',
  receivablesValue: 90_000,
  currency: 'KES',
  verificationScore: 0.9,
  decidedRecords: 10,
} as const;
let told: Pick<VerificationDetail, 'payment' | 'portfolio' | 'withheld'>;
let network: MockInstance<typeof fetch>;

beforeEach(async () => {
  await page.viewport(1440, 900);
  told = { payment, portfolio };
  network = vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(() => {
      const detail: VerificationDetail = {
        verification: held,
        entries: [],
        previous: null,
        next: null,
        covenant: null,
        history: [],
        ...told,
      };
      return new Response(JSON.stringify(detail), {
        headers: { 'Content-Type': 'application/json', [headers.serverTime]: new Date().toISOString() },
      });
    }),
  );
});
afterEach(() => {
  network.mockRestore();
  activeRole.choose(null);
});

function signIn(role: LoginRole, as: ConsoleRole | null = null): void {
  const status = hubStatus.get();
  if (status.session.phase !== 'signedIn') throw new Error('nobody is signed in');
  const at = Date.now();
  hubStatus.set({
    ...status,
    connection: { state: 'connected', transport: 'sse', since: at, newestAt: at, heardAt: { verifications: at } },
    session: { ...status.session, user: { ...status.session.user, role } },
  });
  activeRole.choose(as);
}

const answered = (asOfSeq: number) => ({ receivedAt: Date.now(), asOfSeq, epoch: 'e1', extent: 'whole' }) as const;
const list = (row: typeof held) => ({
  verifications: [row],
  superseded: [],
  totalCount: 1,
  nextCursor: null,
  head: null,
  lastUpdated: row.timestamp,
});

async function opened() {
  await store().applyAnswer('verifications', list(held), answered(1));
  return render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0}>
        <QueryClientProvider
          client={createPersonQueries({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined }, 'b1')}
        >
          <RecordDrawer
            vrfId={held.vrfId}
            checker={createChainChecker('demo', sha256Hex)}
            freshness={{ kind: 'live', at: Date.now() }}
            previousId={null}
            nextId={null}
            onOpen={() => undefined}
            onClose={() => undefined}
          />
        </QueryClientProvider>
      </ClockProvider>
    </UiProvider>,
  );
}

const lineage = () => page.getByRole('region', { name: 'Lineage' });

it('what hangs on a record is asked for again when the record changes while its drawer stands open', { tags: ['T-4'] }, async () => {
  signIn('admin');
  await opened();
  await expect.element(lineage().getByText('Pending')).toBeVisible();
  told = { ...told, payment: { ...payment, status: 'paid' } };
  await store().applyAnswer('verifications', list({ ...held, status: 'disputed', version: held.version + 1 }), answered(2));
  await expect.element(lineage().getByText('Paid')).toBeVisible();
});

it('what hangs on a record has an age of its own, beside it and beside the history', { tags: ['D-15'] }, async () => {
  signIn('admin');
  await opened();
  await expect.element(lineage().getByText(/^Live/)).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'History' }).getByText(/^Live/)).toBeVisible();
});

it('a role that sees no money is told so, and not that there is none', { tags: ['D-38', 'T-9'] }, async () => {
  signIn('operator');
  told = { payment: null, portfolio: null };
  await opened();
  await expect.element(lineage().getByText('Your role does not see payments and portfolios')).toBeVisible();
});

it('that no payment and no portfolio hangs on a record is said to those who would see it', { tags: ['D-38', 'T-9'] }, async () => {
  signIn('bank_ops');
  told = { payment: null, portfolio: null };
  await opened();
  await expect.element(lineage().getByText('No payment')).toBeVisible();
  await expect.element(lineage().getByText('No portfolio')).toBeVisible();
});

it('an answer that was kept from when the role saw no money does not say that there is none', { tags: ['D-38', 'T-9'] }, async () => {
  signIn('bank_ops');
  told = { payment: null, portfolio: null, withheld: true };
  await opened();
  await expect.element(lineage().getByText(/^Not available to your role at the last request/)).toBeVisible();
  expect(lineage().getByText('No payment').elements()).toHaveLength(0);
});

it('seen as a role without money and evidence, no way leads to them and no sum is shown', { tags: ['D-38', 'C-68'] }, async () => {
  signIn('admin', 'read_only');
  await opened();
  await expect.element(lineage().getByText('Your role does not see payments and portfolios')).toBeVisible();
  expect(lineage().getByText(/8,000/).elements()).toHaveLength(0);
  const ways = [...document.querySelectorAll('[role=dialog] a[href], aside a[href]')].map((link) => link.getAttribute('href') ?? '');
  expect(ways.filter((href) => /^\/(finance|operations\/evidence)/.test(href))).toEqual([]);
});
