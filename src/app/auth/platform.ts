import { type Answer, endpoints, headers } from '../../contracts/endpoints.ts';
import { type Problem, problemAnswerSchema, type Result } from '../../contracts/problem.ts';
import { z } from '../../contracts/zod.ts';

/** The calls a page makes itself, before there is a session and therefore a hub that could make them. */
type DoorCall = 'config' | 'createSession';

/** After this long an answer is no longer waited for, milliseconds. */
const deadlineMs = 15_000;

/** Sends one of the door's calls; every outcome is a value. */
export async function callDoor<Id extends DoorCall>(id: Id, body?: unknown): Promise<Result<Answer<Id>>> {
  const { method, path, answer } = endpoints[id];
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'Content-Type': 'application/json', [headers.correlation]: crypto.randomUUID(), [headers.build]: __BUILD__ },
      signal: AbortSignal.timeout(deadlineMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    return { ok: false, problem: { code: 'network', message: 'The platform cannot be reached.', retry: true } };
  }
  const text = await response.text().catch(() => '');
  if (!response.ok) return { ok: false, problem: problemOf(response, text) };
  const read = z.safeParse(answer, parsed(text));
  // The table pairs id and answer, which the compiler cannot follow through the generic.
  if (read.success) return { ok: true, value: read.data as Answer<Id> };
  return { ok: false, problem: { code: 'bad_shape', message: 'The platform answered in a form this console does not know.', retry: false } };
}

function problemOf(response: Response, text: string): Problem {
  const read = problemAnswerSchema.safeParse(parsed(text));
  if (!read.success) {
    // A captive portal or a proxy answers with pages of its own.
    return { code: 'not_ours', message: `API Error: ${response.status} ${response.statusText}`, retry: true, status: response.status };
  }
  const { code, message, correlationId } = read.data.error;
  return { code, message, correlationId, status: response.status, retry: response.status >= 500 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
