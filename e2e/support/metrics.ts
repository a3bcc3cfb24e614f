import type { TestPlatform } from './platform.ts';

/** One line of /metrics; 0 where it was never counted. */
export async function metric(platform: TestPlatform, line: string): Promise<number> {
  const text = await (await fetch(`${platform.url}/metrics`)).text();
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length + 1));
}

/** Streams of events that the platform has open. */
export const openStreams = (platform: TestPlatform): Promise<number> => metric(platform, 'ukweli_streams_open');

/** How often the platform has answered this read with 200. */
export const readsOf = (platform: TestPlatform, route: string): Promise<number> =>
  metric(platform, `ukweli_http_requests_total{method="GET",route="${route}",status="200"}`);
