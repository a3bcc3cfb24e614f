import { type AnswerOf, type Callable, endpointOf, headers } from '../../contracts/endpoints.ts';
import { type Problem, type ProblemCode, problemAnswerSchema, type Result } from '../../contracts/problem.ts';
import { z } from '../../contracts/zod.ts';

/** What came back over the wire, before anybody trusts it. */
export interface RawAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/** A checked answer with what its headers say about it. */
export interface Answered<T> {
  readonly value: T;
  /** Newest seq contained in the snapshot it was read from (D-32); null where the call has none. */
  readonly asOfSeq: number | null;
  /** The platform's clock when it answered, epoch milliseconds; null when it did not say. */
  readonly serverTime: number | null;
  /** Set when the service worker took it from its cache: when it was stored, epoch milliseconds. Never counts as fresh. */
  readonly cachedAt: number | null;
  readonly correlationId: string;
  /** Any other header, for calls whose headers carry part of the answer (polling). */
  readonly header: (name: string) => string | null;
}

/** Judges an answer: problem, not ours, wrong shape (C-64), or the value. */
export function readAnswer<C extends Callable>(call: C, raw: RawAnswer, correlationId: string): Result<Answered<AnswerOf<C>>> {
  if (raw.status < 200 || raw.status > 299) return { ok: false, problem: problemOf(raw, correlationId) };
  if (looksLikeHtml(raw)) return { ok: false, problem: notOurs(raw.status, correlationId) };
  const json = raw.text === '' ? { ok: true as const, value: null } : parseJson(raw.text);
  if (!json.ok) return { ok: false, problem: badShape(call, raw.status, correlationId) };
  const checked = z.safeParse(endpointOf(call).answer, json.value);
  if (!checked.success) return { ok: false, problem: badShape(call, raw.status, correlationId) };
  return {
    ok: true,
    value: {
      // The schema is that of the call's own row, so its output is AnswerOf<C>; the widened Endpoint type cannot say so.
      value: checked.data as AnswerOf<C>,
      asOfSeq: wholeNumber(raw.header(headers.asOfSeq)),
      serverTime: instant(raw.header(headers.serverTime)),
      cachedAt: keptAt(raw),
      correlationId,
      header: raw.header,
    },
  };
}

/** When a kept answer was given: by the platform's stamp on it, which the service worker keeps, not by the clock of the device that kept it; null for one that comes from the platform. */
function keptAt(raw: RawAnswer): number | null {
  const stored = wholeNumber(raw.header(headers.cachedAt));
  return stored === null ? null : (instant(raw.header(headers.serverTime)) ?? stored);
}

/** A call that got no answer at all. */
export function unanswered(code: Extract<ProblemCode, 'network' | 'timeout' | 'cancelled'>, correlationId: string): Problem {
  const message = {
    network: 'The platform cannot be reached.',
    timeout: 'The platform did not answer in time.',
    cancelled: 'The call was cancelled.',
  }[code];
  return { code, message, retry: code !== 'cancelled', correlationId };
}

function problemOf(raw: RawAnswer, correlationId: string): Problem {
  const body = parseJson(raw.text);
  const told = body.ok ? z.safeParse(problemAnswerSchema, body.value) : null;
  const retryAfterMs = retryAfter(raw.header('Retry-After'));
  const common = { status: raw.status, correlationId, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  if (told?.success === true) {
    const { code, message, drifted } = told.data.error;
    return { ...common, code, message, retry: retryable(raw.status, code), ...(drifted === undefined ? {} : { drifted }) };
  }
  const code = codeOfStatus(raw.status);
  const statusText = raw.statusText === '' ? (reasonPhrases[raw.status] ?? '') : raw.statusText;
  return { ...common, code, message: `API Error: ${raw.status} ${statusText}`.trimEnd(), retry: retryable(raw.status, code) };
}

function retryable(status: number, code: ProblemCode): boolean {
  return code === 'rate_limited' || code === 'unavailable' || status === 408 || status >= 500;
}

function codeOfStatus(status: number): ProblemCode {
  const code = codesByStatus[status];
  if (code !== undefined) return code;
  if (status >= 500) return 'internal';
  // A redirect that fetch could not follow, or a status that our platform never sends, came from something in between.
  return status >= 400 ? 'bad_request' : 'not_ours';
}

/** 410 is not among them: in the platform's own words it can mean that a person's rows have to go, and a stranger's answer never may. */
const codesByStatus: Readonly<Record<number, ProblemCode>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  413: 'too_large',
  423: 'read_only_mode',
  426: 'build_too_old',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
  511: 'not_ours',
};

/** HTTP/2 carries no reason phrase; the document's text wants one. */
const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  423: 'Locked',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  511: 'Network Authentication Required',
};

/** A hotspot's sign-in page answers 200 with HTML for everything. */
function looksLikeHtml(raw: RawAnswer): boolean {
  return (raw.header('Content-Type') ?? '').toLowerCase().includes('text/html') || /^\s*<(!doctype|html|head|body)/i.test(raw.text);
}

function notOurs(status: number, correlationId: string): Problem {
  return {
    code: 'not_ours',
    message:
      'Something else answered instead of the platform, such as the sign-in page of a Wi-Fi network. Sign in to the network, then try again.',
    retry: true,
    status,
    correlationId,
  };
}

function badShape(call: Callable, status: number, correlationId: string): Problem {
  return {
    code: 'bad_shape',
    message: `The answer of ${endpointOf(call).path} has an unexpected form and was not used.`,
    retry: false,
    status,
    correlationId,
  };
}

function parseJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function wholeNumber(text: string | null): number | null {
  if (text === null || !/^\d{1,16}$/.test(text)) return null;
  return Number(text);
}

function instant(text: string | null): number | null {
  if (text === null) return null;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? null : parsed;
}

/** Seconds only: our platform never sends the date form. */
function retryAfter(text: string | null): number | null {
  const seconds = wholeNumber(text);
  return seconds === null ? null : seconds * 1000;
}
