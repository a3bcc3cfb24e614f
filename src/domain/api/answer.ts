import { type AnswerOf, type Callable, endpointOf, headers } from '../../contracts/endpoints.ts';
import { type Problem, type ProblemAnswer, type ProblemCode, problemAnswerSchema, type Result } from '../../contracts/problem.ts';
import { strayLinks } from '../../contracts/strayLinks.ts';
import { decodeLeftOut, leftOutHeader } from '../../contracts/leftOut.ts';
import { z } from '../../contracts/zod.ts';
import type { CameDamaged } from '../freshness/cameDamaged.ts';
import { usablePart } from './leftOut.ts';
import { type BodyForm, echoOf, provenanceOf } from './provenance.ts';

/** An answer as received, not yet checked. */
export interface RawAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/** A checked answer with the information from its headers. */
export interface Answered<T> {
  readonly value: T;
  /** Newest seq contained in the snapshot it was read from (D-32); null if the call has none. */
  readonly asOfSeq: number | null;
  /** The platform's clock when it answered, epoch milliseconds; null when it did not say. */
  readonly serverTime: number | null;
  /** When the service worker stored it, epoch milliseconds, if it came from its cache; else null. A cached answer never counts as fresh. */
  readonly cachedAt: number | null;
  /** True if the answer echoes this call's correlation id, which proves it is the platform's (D-50). Only then are its headers trusted. */
  readonly vouched: boolean;
  /** Rows that were not used; absent if all were. */
  readonly damaged?: readonly CameDamaged[];
  /** Number of links that must not be drawn as links; absent if there are none. */
  readonly strayLinks?: number;
  readonly correlationId: string;
  /** Any other header, for calls whose headers carry part of the answer (polling). */
  readonly header: (name: string) => string | null;
}

/**
 * Judges an answer (provenance.ts) and returns its value, the platform's refusal, or why it cannot be used. `partly`: damaged rows of a
 * list are omitted and named.
 */
export function readAnswer<C extends Callable>(
  call: C,
  raw: RawAnswer,
  correlationId: string,
  partly = false,
): Result<Answered<AnswerOf<C>>> {
  const cachedAt = keptAt(raw);
  // The service worker compared the ids before it cached the answer (sw/reads.ts).
  const echo = cachedAt === null ? echoOf(correlationId, raw.header(headers.correlation)) : 'none';
  const body = readBody(call, raw, partly && echo === 'same' && isOk(raw.status));
  const provenance = provenanceOf(raw.status, echo, body.form);
  switch (provenance.kind) {
    case 'answer': {
      const believed = provenance.vouched || cachedAt !== null;
      const damaged = [...body.damaged, ...(believed ? decodeLeftOut(raw.header(leftOutHeader)) : [])];
      const stray = strayLinks(endpointOf(call).answer, body.value).length;
      return {
        ok: true,
        value: {
          // The schema is that of the call's own row, so its output is AnswerOf<C>; the widened Endpoint type cannot express that.
          value: body.value as AnswerOf<C>,
          asOfSeq: believed ? wholeNumber(raw.header(headers.asOfSeq)) : null,
          serverTime: believed ? instant(raw.header(headers.serverTime)) : null,
          cachedAt,
          vouched: provenance.vouched,
          correlationId,
          header: raw.header,
          ...(damaged.length === 0 ? {} : { damaged }),
          ...(stray === 0 ? {} : { strayLinks: stray }),
        },
      };
    }
    case 'refusal':
    case 'misshapen':
      return {
        ok: false,
        problem: body.told === null ? badShape(call, raw.status, correlationId) : refusalOf(raw, body.told, correlationId),
      };
    case 'stranger':
      return { ok: false, problem: notOurs(raw, correlationId) };
    default:
      return provenance satisfies never;
  }
}

/**
 * When a cached answer was given, by the platform's timestamp that the service worker keeps (not the device's clock); null for an answer
 * from the platform.
 */
function keptAt(raw: RawAnswer): number | null {
  const stored = wholeNumber(raw.header(headers.cachedAt));
  return stored === null ? null : (instant(raw.header(headers.serverTime)) ?? stored);
}

/** The problem of a call that got no answer. */
export function unanswered(code: Extract<ProblemCode, 'network' | 'timeout' | 'cancelled'>, correlationId: string): Problem {
  const message = {
    network: 'The platform cannot be reached.',
    timeout: 'The platform did not answer in time.',
    cancelled: 'The call was cancelled.',
  }[code];
  return { code, message, retry: code !== 'cancelled', correlationId };
}

interface Body {
  readonly form: BodyForm;
  /** For `shape` and `nothing`: the answer. */
  readonly value: unknown;
  /** For `problem`: the platform's error. */
  readonly told: ProblemAnswer['error'] | null;
  /** Rows left out of the value. */
  readonly damaged: readonly CameDamaged[];
}

function readBody(call: Callable, raw: RawAnswer, asPart: boolean): Body {
  const bodyOf = (form: BodyForm, value: unknown = null, told: Body['told'] = null): Body => ({ form, value, told, damaged: [] });
  if (looksLikeHtml(raw)) return bodyOf('html');
  const json = raw.text === '' ? { ok: true as const, value: null } : parseJson(raw.text);
  if (!json.ok) return bodyOf('text');
  const told = z.safeParse(problemAnswerSchema, json.value);
  if (told.success && !isOk(raw.status)) return bodyOf('problem', null, told.data.error);
  const checked = z.safeParse(endpointOf(call).answer, json.value);
  if (checked.success) return bodyOf(json.value === null ? 'nothing' : 'shape', checked.data);
  // An answer without an echo is recognised by its exact shape, so partial use is allowed only for an echoed one.
  const partly = asPart ? usablePart(endpointOf(call).answer, json.value, { links: false }) : null;
  if (partly !== null)
    return {
      ...bodyOf('shape', partly.value),
      damaged: partly.leftOut.map(({ row, unknown }) => (unknown === undefined ? row : { row, unknown })),
    };
  return bodyOf(raw.text === '' ? 'empty' : 'otherJson');
}

const isOk = (status: number): boolean => status >= 200 && status <= 299;

function refusalOf(raw: RawAnswer, { code, message, drifted, fields }: ProblemAnswer['error'], correlationId: string): Problem {
  const retryAfterMs = retryAfter(raw.header('Retry-After'));
  return {
    status: raw.status,
    correlationId,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    code,
    message,
    retry: code === 'rate_limited' || code === 'unavailable' || raw.status === 408 || raw.status >= 500,
    ...(drifted === undefined ? {} : { drifted }),
    ...(fields === undefined ? {} : { fields }),
  };
}

/** HTTP/2 has no reason phrase, but the document's text includes one. */
const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
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

/** Message for an answer that did not come from the platform. */
export const notOursText =
  'Another page answered instead of the platform. Perhaps this Wi-Fi asks you to sign in: do that first. The platform is asked again.';

/** A foreign answer's Retry-After is ignored like the rest of it. */
function notOurs({ status, statusText }: RawAnswer, correlationId: string): Problem {
  const first = `API Error: ${status} ${statusText === '' ? (reasonPhrases[status] ?? '') : statusText}`.trimEnd(); // C-78
  return { code: 'not_ours', message: isOk(status) ? notOursText : `${first}. ${notOursText}`, retry: true, status, correlationId };
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
