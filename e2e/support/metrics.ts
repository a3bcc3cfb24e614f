import type { TestPlatform } from './platform.ts';

/** One metric of the platform; 0 if it was never counted. */
export async function metric(platform: Pick<TestPlatform, 'metricsUrl'>, line: string): Promise<number> {
  const text = await (await fetch(platform.metricsUrl)).text();
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length + 1));
}

/** The number of open event streams at the platform. */
export const openStreams = (platform: TestPlatform): Promise<number> => metric(platform, 'ukweli_streams_open');

/** When the platform received each request for this read that it answered with 200, epoch milliseconds, in order, by its own log. */
export function readTimesOf(platform: Pick<TestPlatform, 'printed'>, route: string): readonly number[] {
  const lines = platform.printed().split('\n').slice(0, -1); // The last line may be incomplete.
  return lines.flatMap((line) => {
    if (!line.includes(`"route":"${route}"`)) return [];
    const told = JSON.parse(line) as {
      readonly at: string;
      readonly event: string;
      readonly method: string;
      readonly status: number;
      readonly ms: number;
    }; // server/log.ts
    return told.event === 'http' && told.method === 'GET' && told.status === 200 ? [Date.parse(told.at) - told.ms] : [];
  });
}

/** How often the platform has answered this read with 200. */
export const readsOf = (platform: TestPlatform, route: string): Promise<number> =>
  metric(platform, `ukweli_http_requests_total{method="GET",route="${route}",status="200"}`);
