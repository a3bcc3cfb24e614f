import type { FieldCode } from '../../contracts/problem.ts';
import { signsOf } from '../../contracts/texts.ts';
import { z } from '../../contracts/zod.ts';
import type { Mistakes } from './formLabels.ts';

/** A schema that reads a form's texts as what is sent; its issues are the form's mistakes. */
export type FormSchema<C> = z.ZodMiniType<C>;

/** What a form says: what is sent, or what is wrong by field. */
export type FormReading<C> = { readonly ok: true; readonly value: C } | { readonly ok: false; readonly mistakes: Mistakes };

/**
 * Reads a form by a schema. Of several mistakes in a field the first counts.
 * @param input the texts in the shape of the call, where that differs: a number, a list, an address without the space around it
 */
export function readForm<C>(
  schema: FormSchema<C>,
  texts: Readonly<Record<string, string>>,
  input: Readonly<Record<string, unknown>> = texts,
): FormReading<C> {
  const read = z.safeParse(schema, input);
  if (read.success) return { ok: true, value: read.data };
  const mistakes: Record<string, FieldCode> = {};
  for (const issue of read.error.issues) {
    const field = String(issue.path[0]);
    mistakes[field] ??= codeOf(issue, texts[field] ?? '');
  }
  return { ok: false, mistakes };
}

function codeOf(issue: z.core.$ZodIssue, text: string): FieldCode {
  if (text.trim() === '') return 'required';
  if (issue.code === 'too_small') return 'tooShort';
  if (issue.code === 'too_big') return 'tooLong';
  // What our own checks say of themselves (contracts/texts.ts).
  const { code, least } = issue.code === 'custom' ? (issue.params ?? {}) : {};
  if (typeof least === 'number') return signsOf(text.trim()) < least ? 'tooShort' : 'tooLong';
  return code === 'notOneLine' ? code : 'invalid';
}
