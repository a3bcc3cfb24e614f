import { describe, expect, it } from 'vitest';
import { endpoints } from '../../contracts/endpoints.ts';
import { seriesMetrics } from '../../contracts/series.ts';
import { permissionsOf } from '../accounts/access.ts';
import { isOlderBuild } from '../build.ts';
import { coalesceMs } from '../coalesce.ts';
import { freshnessRuleOf, isFedByStream, mayFetch, refetchedBy, resourceKeys, seriesNeeds, topicsFor, touchedBy } from './resources.ts';

describe('the rules of the document’s table of calls', () => {
  const minute = 60_000;

  it('keeps the KPI answer for 5 minutes and tries 3 times', { tags: ['C-75'] }, () => {
    expect(freshnessRuleOf('kpis')).toMatchObject({ refetchMs: 5 * minute, retries: 3 });
  });

  it('refetches health every 60 s and by its topic, coalesced 1 s', { tags: ['C-75'] }, () => {
    expect(freshnessRuleOf('health').refetchMs).toBe(minute);
    expect([refetchedBy('health'), coalesceMs.health]).toEqual([['health'], 1000]);
  });

  it('refetches the pipeline every 30 s and by its topic, coalesced 500 ms', { tags: ['C-75'] }, () => {
    expect(freshnessRuleOf('pipeline').refetchMs).toBe(minute / 2);
    expect([refetchedBy('pipeline'), coalesceMs.pipeline]).toEqual([['pipeline'], 500]);
  });

  it('refetches dead letters every 60 s, portfolio and payment totals every 30 s', { tags: ['C-75'] }, () => {
    expect(freshnessRuleOf('dlq').refetchMs).toBe(minute);
    expect(freshnessRuleOf('refinanceSummary').refetchMs).toBe(minute / 2);
    expect(freshnessRuleOf('rbfSummary').refetchMs).toBe(minute / 2);
    expect(freshnessRuleOf('refinancePortfolios').refetchMs).toBe(minute / 2);
    expect(freshnessRuleOf('rbfPayments').refetchMs).toBe(minute / 2);
  });

  it('refetches the signing keys every 15 minutes', { tags: ['C-82', 'C-75'] }, () => {
    expect(freshnessRuleOf('jwks').refetchMs).toBe(15 * minute);
  });

  it('is the endpoint table’s own rule, not a copy', { tags: ['C-75'] }, () => {
    expect(freshnessRuleOf('dlq')).toBe(endpoints.dlq.fresh);
  });

  it('fetches a wider window less often, and calls it stale later', () => {
    expect(freshnessRuleOf('series:1h').refetchMs).toBe(minute);
    expect(freshnessRuleOf('series:30d').refetchMs).toBeGreaterThan(freshnessRuleOf('series:7d').refetchMs ?? 0);
    expect(freshnessRuleOf('series:24h').staleAfterMs).toBe(15 * minute);
  });
});

describe('who may have what', () => {
  it('leaves out at start what the person may not see', { tags: ['D-37'] }, () => {
    const auditor = permissionsOf('auditor');
    expect(resourceKeys.filter((key) => !mayFetch(key, auditor))).toEqual([
      'refinanceSummary',
      'rbfSummary',
      'refinancePortfolios',
      'rbfPayments',
      'schools',
    ]);
    expect(resourceKeys.filter((key) => !mayFetch(key, permissionsOf('admin')))).toEqual([]);
    expect(mayFetch('evidence', permissionsOf(null))).toBe(false);
    expect(mayFetch('manifests', permissionsOf(null))).toBe(false);
    expect(mayFetch('jwks', permissionsOf(null))).toBe(true);
  });

  it('gives the history of payments and loans to those who may see finance, and that of all other figures to those who may see figures', {
    tags: ['M-13', 'G-18', 'D-35'],
  }, () => {
    const financial = seriesMetrics.filter((metric) => seriesNeeds(metric) === 'view:finance');
    expect(financial.length).toBeGreaterThan(0);
    expect(financial).toEqual(seriesMetrics.filter((metric) => /^(dgn|rbf)\./.test(metric)));
    const others = seriesMetrics.filter((metric) => !financial.includes(metric));
    expect(new Set(others.map(seriesNeeds))).toEqual(new Set(['view:kpi']));
  });

  it('gives everybody the control topic and the topics of their permissions', { tags: ['D-14'] }, () => {
    expect(topicsFor(new Set())).toEqual(['system']);
    expect(topicsFor(permissionsOf('operator'))).toEqual(['kpis', 'verifications', 'pipeline', 'health', 'system']);
  });

  it('lets a heartbeat vouch only for what the stream carries', { tags: ['D-15'] }, () => {
    expect(isFedByStream('dlq')).toBe(true);
    expect(isFedByStream('killSwitch')).toBe(true);
    expect(isFedByStream('notifications')).toBe(false);
    expect(isFedByStream('confidence')).toBe(false);
  });

  it('a resync fetches what a topic carries as well as what it announces; the kill switch is asked for at every connection', {
    tags: ['D-14', 'T-5'],
  }, () => {
    expect(touchedBy('pipeline')).toEqual(['pipeline', 'dlq']);
    expect(touchedBy('system')).toEqual(refetchedBy('system'));
    expect(touchedBy('system')).not.toContain('killSwitch');
  });
});

describe('builds', () => {
  it('orders builds by the moment in their id and never calls an undated one older', { tags: ['D-30'] }, () => {
    expect(isOlderBuild('20261121.085300-aaaaaaa', '20261121.085301-0000000')).toBe(true);
    expect(isOlderBuild('20261121.085300-aaaaaaa', '20261121.085300-bbbbbbb')).toBe(false);
    expect(isOlderBuild('c141d92', '20261121.085301-0000000')).toBe(false);
    expect(isOlderBuild('20261121.085300-a', 'dev')).toBe(false);
  });
});
