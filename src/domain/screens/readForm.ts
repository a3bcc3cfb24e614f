import type { FieldCode } from '../../contracts/problem.ts';
import { signsOf } from '../../contracts/texts.ts';
import { z } from '../../contracts/zod.ts';
import type { FieldMistake } from './formLabels.ts';

/** A schema that reads a form's texts as what is sent; its issues are the form's mistakes. */
export type FormSchema<C> = z.ZodMiniType<C>;

/** What a form says: what is sent, or what is wrong by field. */
export type FormReading<C> =
  | { readonly ok: true; readonly value: C }
  | { readonly ok: false; readonly mistakes: Readonly<Partial<Record<string, FieldMistake>>> };

const ownCodes: readonly string[] = ['notOneLine', 'outOfRange', 'taken'] satisfies readonly FieldCode[];

/** Reads a form by a schema. Of several mistakes in a field the first counts. */
export function readForm<C>(schema: FormSchema<C>, texts: Readonly<Record<string, string>>): FormReading<C> {
  const read = z.safeParse(schema, texts);
  if (read.success) return { ok: true, value: read.data };
  const mistakes: Record<string, FieldMistake> = {};
  for (const issue of read.error.issues) {
    const field = String(issue.path[0]);
    mistakes[field] ??= mistakeOf(issue, texts[field] ?? '');
  }
  return { ok: false, mistakes };
}

function mistakeOf(issue: z.core.$ZodIssue, text: string): FieldMistake {
  if (text.trim() === '') return { code: 'required' };
  if (issue.code === 'too_small') return { code: 'tooShort' };
  if (issue.code === 'too_big') return { code: 'tooLong' };
  if (issue.code !== 'custom') return { code: 'invalid' };
  const { code, fact, least } = issue.params ?? {};
  if (typeof least === 'number') return { code: signsOf(text.trim()) < least ? 'tooShort' : 'tooLong' };
  const known = ownCodes.find((each): each is FieldCode => each === code);
  return { code: known ?? 'invalid', ...(typeof fact === 'string' && { fact }) };
}

/** What is typed in a line, read by the schema of what is sent; surrounding white space does not count. */
export function typed<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(z.string().check(z.trim()), schema as z.ZodMiniType<z.output<S>, string>);
}
