import { headers } from '../../contracts/endpoints.ts';
import type { EvidenceWorkerApi, HashedFile, HashProgress, HashRequest } from '../../contracts/evidenceRpc.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { notOursText } from '../../domain/api/answer.ts';
import { echoOf } from '../../domain/api/provenance.ts';
import { lintKeys } from '../../evidence/keys.ts';
import { againstKnown } from '../../evidence/proof/known.ts';
import { checkRecord } from '../../evidence/records.ts';
import { checkIntact, checkSigned, recompute } from '../../evidence/verify.ts';
import { openProof } from './openProof.ts';
import { type HashedBytes, type HashOptions, hashBlob, hashBytes } from './hashBytes.ts';

/** Dependencies of the evidence worker, injected so that tests can run it in Node. */
export interface WorkerSurroundings {
  fetch(
    url: string,
    options: {
      readonly headers: Readonly<Record<string, string>>;
      readonly credentials: 'same-origin';
      readonly cache: 'no-store';
      readonly signal: AbortSignal;
    },
  ): Promise<Response>;
  readonly origin: string;
  now(): Date;
}

const problem = (code: Problem['code'], message: string, more: Partial<Problem> = {}): { ok: false; problem: Problem } => ({
  ok: false,
  problem: { code, message, retry: code === 'network' || code === 'not_ours', ...more },
});

/** Converts every exception into a `Result`: nothing is thrown across the worker boundary. */
async function settled<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (cause) {
    return problem('internal', cause instanceof Error ? cause.message : 'An unexpected failure');
  }
}

/** The evidence worker: runs what would block a page, from hashing a thousand files to checking a list of ten thousand. */
export function createEvidenceApi(surroundings: WorkerSurroundings): EvidenceWorkerApi {
  const jobs = new Map<string, AbortController>();
  let progress: HashProgress | null = null;

  async function download(
    request: Extract<HashRequest, { readonly kind: 'link' }>,
    signal: AbortSignal,
  ): Promise<Result<{ readonly body: ReadableStream<Uint8Array<ArrayBuffer>>; readonly vouched: boolean }>> {
    // A manifest could contain any address. Only same-origin links, which the platform signed, are followed.
    const url = new URL(request.url, surroundings.origin);
    if (url.origin !== surroundings.origin) return problem('not_ours', 'The link does not lead to the platform');
    const correlationId = crypto.randomUUID();
    const answer = await surroundings.fetch(url.href, {
      headers: { [headers.tenant]: request.tenantId, [headers.correlation]: correlationId },
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    });
    const vouched = echoOf(correlationId, answer.headers.get(headers.correlation)) === 'same';
    const { status } = answer;
    if (!answer.ok || answer.body === null) {
      const said = `API Error: ${status} ${answer.statusText}`.trimEnd();
      if (!vouched) return problem('not_ours', `${said}. ${notOursText}`, { status });
      return problem(status === 401 ? 'unauthenticated' : status === 403 ? 'forbidden' : 'unavailable', said, { status });
    }
    return { ok: true, value: { body: answer.body, vouched } };
  }

  async function hash(jobId: string, request: HashRequest): Promise<Result<HashedFile>> {
    const controller = new AbortController();
    jobs.set(jobId, controller);
    const keep = request.kind === 'link' && request.keep;
    try {
      const options: HashOptions = {
        listedSize: request.size,
        keep,
        signal: controller.signal,
        now: () => surroundings.now().getTime(),
        progress: (done) => progress?.(jobId, done, request.size),
      };
      let hashed: HashedBytes;
      if (request.kind === 'blob') {
        if (!(request.blob instanceof Blob)) return problem('bad_shape', 'Not a file');
        hashed = await hashBlob(request.blob, options);
      } else {
        const stream = await download(request, controller.signal);
        if (!stream.ok) return stream;
        hashed = await hashBytes(stream.value.body, options);
        // A gateway's error page is not a tampered file: only bytes that the platform itself sent may count as a mismatch.
        if (!stream.value.vouched && hashed.hash !== request.expected) return problem('not_ours', notOursText);
      }
      const digest = { name: request.name, size: hashed.size, hash: hashed.hash, hashedAt: surroundings.now().toISOString() };
      return { ok: true, value: { digest, blob: keep && hashed.hash !== null ? new Blob([...hashed.parts]) : null } };
    } catch (cause) {
      if (controller.signal.aborted) return problem('cancelled', 'Cancelled');
      // A file that was moved or changed after it was picked cannot be read.
      if (cause instanceof Error && cause.name === 'NotReadableError')
        return problem('storage', `${request.name} cannot be read any more: pick it again`);
      // Engines throw a RangeError when they cannot allocate memory.
      if (cause instanceof RangeError)
        return problem('internal', `This browser has too little memory left to check ${request.name}: close other tabs, then try again`);
      return problem('network', request.kind === 'link' ? 'The platform cannot be reached' : 'The file cannot be read');
    } finally {
      jobs.delete(jobId);
    }
  }

  return {
    listen(listener) {
      progress = listener;
      return Promise.resolve();
    },
    checkIntact: (manifest, at) => settled(() => checkIntact(manifest, at)),
    checkSigned: ({ manifest, held, tenantId }, at) =>
      settled(() => checkSigned(manifest, { set: lintKeys(held.keys), fetchedAt: held.fetchedAt }, tenantId, at)),
    checkRecord: ({ record, held, tenantId }, at) =>
      settled(() => checkRecord(record, { set: lintKeys(held.keys), fetchedAt: held.fetchedAt }, tenantId, at)),
    checkRecords: ({ records, held, tenantId }, at) =>
      settled(() => {
        const keys = { set: lintKeys(held.keys), fetchedAt: held.fetchedAt };
        return Promise.all(records.map((record) => checkRecord(record, keys, tenantId, at)));
      }),
    openProof: (input, at, clockConfirmed) => settled(() => openProof(input, at, clockConfirmed)),
    compareChain: (standing, known) => settled(() => againstKnown(standing, known)),
    recompute: (manifest) => settled(() => recompute(manifest)),
    hash,
    cancel(prefix) {
      for (const [jobId, controller] of jobs) if (jobId.startsWith(prefix)) controller.abort();
      return Promise.resolve();
    },
  };
}
