/** One file of a patch as `git diff` writes it. */
export interface PatchedFile {
  readonly path: string;
  /** The file is new. */
  readonly added: boolean;
  readonly hunks: readonly Hunk[];
}

interface Hunk {
  /** Line of the file before, counted from 1. */
  readonly at: number;
  /** With their sign: blank, minus or plus. */
  readonly lines: readonly string[];
}

/** Thrown where a patch finds no place. */
export class DoesNotApply extends Error {
  constructor(path: string, lines: readonly string[]) {
    super(`${path} has no place for the lines behind: ${lines.join(' | ')}`);
  }
}

/** The files of a patch. @throws Error for what `git diff` writes and no addition needs: removed, renamed and binary files */
export function parsePatch(text: string): readonly PatchedFile[] {
  return text
    .split(/^diff --git /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...hunks] = part.split(/^(?=@@ )/m);
      const path = /^\+\+\+ b\/(.+)$/m.exec(head)?.[1];
      if (path === undefined || /^(rename|Binary|deleted)/m.test(head)) throw new Error(`This cannot be applied: ${head}`);
      return { path, added: /^--- \/dev\/null$/m.test(head), hunks: hunks.map(hunkOf) };
    });
}

function hunkOf(text: string): Hunk {
  const [head = '', ...lines] = text.replace(/\n$/, '').split('\n');
  return { at: Number(/^@@ -(\d+)/.exec(head)?.[1]), lines };
}

/**
 * The text with a file's patch applied. A hunk stands behind the lines that lead to its changes, wherever they have moved; what follows it
 * is not looked at, so that a list may have grown behind it.
 * @throws DoesNotApply
 */
export function applyTo(before: string, { path, hunks }: PatchedFile): string {
  let lines = before.split('\n');
  let moved = 0;
  for (const { at, lines: hunk } of hunks) {
    const changed = hunk.slice(0, hunk.findLastIndex((line) => /^[+-]/.test(line)) + 1);
    const leading = changed.findIndex((line) => /^[+-]/.test(line));
    const place = Math.max(0, at - 1 + moved);
    const found = Array.from({ length: leading + 1 }, (_, left) => left)
      .filter((left) => left < leading || leading === 0)
      .map((left) => ({ left, start: nearest(lines, oldOf(changed.slice(left)), place + left) }))
      .find(({ start }) => start !== null);
    if (found === undefined || found.start === null) throw new DoesNotApply(path, oldOf(changed));
    const hit = changed.slice(found.left);
    lines = lines.toSpliced(found.start, oldOf(hit).length, ...newOf(hit));
    moved = found.start - (place + found.left) + moved + newOf(hit).length - oldOf(hit).length;
  }
  return lines.join('\n');
}

const oldOf = (hunk: readonly string[]): readonly string[] => hunk.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
const newOf = (hunk: readonly string[]): readonly string[] => hunk.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));

/** Index of the occurrence of `wanted` that is nearest to `place`; null if there is none. */
function nearest(lines: readonly string[], wanted: readonly string[], place: number): number | null {
  const starts = lines.flatMap((_, start) => (wanted.every((line, at) => lines[start + at] === line) ? [start] : []));
  return starts.sort((a, b) => Math.abs(a - place) - Math.abs(b - place))[0] ?? null;
}

/** The text of a new file. */
export const textOfNew = ({ hunks }: PatchedFile): string => `${hunks.flatMap(({ lines }) => newOf(lines)).join('\n')}\n`;
