import type { RunPorts } from '../../evidence/drive.ts';
import type { Run, SignedUrls } from '../../evidence/run.ts';

/** Links are renewed when they have less than this left, milliseconds. */
const LEFT_MS = 30_000;

/** The run's download links, signed anew when they have run out or the platform did not say how long they are good; null when the platform does not give them. */
export async function freshLinks(run: Run | null, makePorts: () => RunPorts): Promise<SignedUrls | null> {
  const manifest = run?.manifest?.value;
  if (run === null || manifest === undefined) return null;
  const ports = makePorts();
  const until = run.links?.expiresAt;
  if (until !== undefined && Date.parse(until) - ports.now() > LEFT_MS) return run.links;
  const names = manifest.files.map(({ name }) => name);
  const signed = await ports.signUrls(run.packId, names, { aborted: false });
  return signed.state === 'held' ? signed.value : null;
}
