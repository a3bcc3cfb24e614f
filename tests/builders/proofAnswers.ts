import type { SpoiledProof } from './spoiledProofs.ts';

interface Answer {
  readonly exitCode: number;
  readonly output: unknown;
}
interface Output {
  readonly verified: boolean;
  readonly head?: string;
  readonly unusable?: boolean;
  readonly message?: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly covers: readonly { readonly field: string; readonly value: unknown }[];
  readonly notCovered: readonly { readonly field: string; readonly value: unknown }[];
}

/** Why an answer fails to reveal the spoiled part; null if it names that part or lists the value as not covered. */
export function namesThePart({ parts, member, listed }: SpoiledProof, { exitCode, output }: Answer): string | null {
  const told = output as Output; // the answer on a proof
  if (told.unusable === true) {
    if (exitCode !== 2) return `unusable, and exit ${exitCode}`;
    const named = [`cannot be used: ${member}`, 'cannot be used: the proof: names'].some((text) => told.message?.includes(text));
    return named ? null : `not named: ${told.message?.slice(0, 200)}`;
  }
  const isListed =
    listed !== null &&
    (listed.value === undefined
      ? !told.covers.some(({ field }) => field === listed.field)
      : told.notCovered.some(({ field, value }) => field === listed.field && value === listed.value));
  if (listed?.value !== undefined && told.covers.some(({ field, value }) => field === listed.field && value === listed.value))
    return `covered: ${listed.field}`;
  const named = parts.some((part) => told.parts[part] === 'failed' || told.parts[part] === 'not checkable');
  if (named) return told.verified || exitCode === 0 ? 'named, and yet verified' : null;
  return isListed ? null : `${told.head}: ${JSON.stringify(told.parts)}`;
}

/** An answer with its time of checking normalised. */
export function sameAnswer({ exitCode, output }: Answer): Answer {
  const { checkedAt } = output as { readonly checkedAt?: string }; // the answer on a proof
  const text = JSON.stringify(output);
  return { exitCode, output: JSON.parse(checkedAt === undefined ? text : text.replaceAll(checkedAt, 'NOW')) };
}
