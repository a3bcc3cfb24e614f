import { parseSync } from 'vite';

/** A citation in a comment or a document that leads nowhere. */
export interface DeadReference {
  readonly line: number;
  readonly text: string;
}

/** What may be cited: the ids of docs/ledger.json, and the headings of the documents in docs/ by the document's name in capitals. */
export interface Citable {
  readonly ids: ReadonlySet<string>;
  readonly headings: ReadonlyMap<string, readonly string[]>;
}

/** Names of curves and rules of a document's own look like ids and are none. */
const noRow = /^(P-(256|384|521)|R-\d+)$/;
const citedId = /(?<![\w-])([A-Z]-\d+)(?![\w-])/g;
const citedHeading = /\b(LOOK|FINDINGS|DESIGN)(?:,? section (\d+)|, (\w+))/g;

/** The headings of a Markdown document and the names in bold that it defines, without their marks. */
export function headingsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#{1,4} +(.+)$|\*\*([^*\n]+)\*\*/gm)].map((match) => match[1] ?? match[2] ?? '');
}

/** Ids and headings that a text cites and that do not exist. Lines count from 1. */
export function deadReferencesIn(text: string, { ids, headings }: Citable): readonly DeadReference[] {
  const dead = (match: RegExpMatchArray): DeadReference => ({ line: text.slice(0, match.index).split('\n').length, text: match[0] });
  const unknownIds = [...text.matchAll(citedId)].filter(([, id = '']) => !noRow.test(id) && !ids.has(id)).map(dead);
  const unknownHeadings = [...text.matchAll(citedHeading)]
    .filter(([, name = '', section, word]) => {
      const begin = section === undefined ? (word ?? '') : `${section}.`;
      return !(headings.get(name) ?? []).some((heading) => heading.toLowerCase().startsWith(begin.toLowerCase()));
    })
    .map(dead);
  return [...unknownIds, ...unknownHeadings];
}

/** The same for the comments of a source. */
export function deadReferencesInComments(path: string, source: string, citable: Citable): readonly DeadReference[] {
  return parseSync(path, source).comments.flatMap(({ value, start }) => {
    const before = source.slice(0, start).split('\n').length - 1;
    return deadReferencesIn(value, citable).map(({ line, text }) => ({ line: line + before, text }));
  });
}
