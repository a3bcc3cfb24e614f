import type { RunDeps } from '../../evidence/drive.ts';
import type { Run, SignedUrls } from '../../evidence/run.ts';

/** Links are renewed if they are valid for less than this, milliseconds. */
const LEFT_MS = 30_000;

/** The run's download links, signed again if they have expired or their expiry is unknown; null if the platform does not give them. */
export async function freshLinks(run: Run | null, makeDeps: () => RunDeps): Promise<SignedUrls | null> {
  const manifest = run?.manifest?.value;
  if (run === null || manifest === undefined) return null;
  const deps = makeDeps();
  const until = run.links?.expiresAt;
  if (until !== undefined && Date.parse(until) - deps.now() > LEFT_MS) return run.links;
  const names = manifest.files.map(({ name }) => name);
  const signed = await deps.signUrls(run.packId, names, { aborted: false });
  return signed.state === 'held' ? signed.value : null;
}
