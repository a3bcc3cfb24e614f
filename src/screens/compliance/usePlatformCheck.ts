import { useEffect, useState } from 'react';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { useConnection } from '../../bridge/hub/useHubStatus.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import type { AvoidedEmissionsResult } from '../../contracts/emissions.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { compareResults, type PlatformCheck, requestOf } from './check.ts';
import type { Calculation } from './model.ts';

/** No answer from the platform: the device's figures stand, and it is asked again after reconnecting. */
const silent = new Set<Problem['code']>(['network', 'timeout', 'not_ours', 'unavailable']);

interface Settled {
  readonly of: Calculation;
  /** Start of the connection over which the platform was asked, epoch milliseconds. */
  readonly since: number;
  readonly check: PlatformCheck;
}

/** Lets the platform repeat the calculation and compares (D-26): once per calculation, after a reconnect at the latest. */
export function usePlatformCheck(calculation: Calculation | null): PlatformCheck {
  const connection = useConnection();
  const since = connection.state === 'connected' ? connection.since : null;
  const [settled, setSettled] = useState<Settled | null>(null);
  // A question that got no answer is asked again over a new connection.
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
