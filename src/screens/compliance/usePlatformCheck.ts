import { useEffect, useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { useConnection } from '../../bridge/useHubStatus.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import type { AvoidedEmissionsResult } from '../../contracts/emissions.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { compareResults, type PlatformCheck, requestOf } from './check.ts';
import type { Calculation } from './model.ts';

/** Nobody answered: the device's own figures stand, and the platform is asked again when the link is back. */
const silent = new Set<Problem['code']>(['network', 'timeout', 'not_ours', 'unavailable']);

interface Settled {
  readonly of: Calculation;
  /** Since when the link stood that it was asked over. */
  readonly since: number;
  readonly check: PlatformCheck;
}

/** Has the platform calculate the same and compares (D-26): once for a calculation, at the latest when the link comes back. */
export function usePlatformCheck(calculation: Calculation | null): PlatformCheck {
  const connection = useConnection();
  const since = connection.state === 'connected' ? connection.since : null;
  const [settled, setSettled] = useState<Settled | null>(null);
  // What ended in silence is open again over another link.
  const done = settled !== null && settled.of === calculation && (settled.check.state !== 'offline' || settled.since === since);
  useEffect(() => {
    if (calculation === null || since === null || done) return;
    const leaving = new AbortController();
    void ask(calculation, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      setSettled({ of: calculation, since, check: checkOf(calculation, answer) });
    });
    return () => leaving.abort();
  }, [calculation, since, done]);
  if (done) return settled.check;
  return { state: since === null ? 'offline' : 'asking' };
}

function checkOf(calculation: Calculation, answer: Result<AvoidedEmissionsResult>): PlatformCheck {
  if (answer.ok) return compareResults(calculation.result, answer.value);
  return silent.has(answer.problem.code) ? { state: 'offline' } : { state: 'failed', problem: answer.problem };
}

async function ask(calculation: Calculation, signal: AbortSignal): Promise<Result<AvoidedEmissionsResult>> {
  const request = requestOf(calculation.of);
  const answer = await fetchApi(complianceEndpoints[request.id], { body: request.body, signal });
  return answer.ok ? { ok: true, value: answer.value.value } : answer;
}
