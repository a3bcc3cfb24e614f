import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount, plural } from '../../domain/format.ts';
import './pagination.css';

interface PaginationProps {
  /** What is paged, for screen readers: 'Users'. */
  readonly label: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Maximum number of page buttons (identity document, section 9). */
const maxButtons = 5;

/** Page numbers with a button: the current page in the middle, as far as there are pages on both sides. Pure. */
export function pageButtons(page: number, pages: number, most = maxButtons): readonly number[] {
  const count = Math.min(most, pages);
  const first = Math.min(Math.max(1, page - Math.floor(most / 2)), pages - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}

/** 'Showing 1 to 10 of 23 results'; `first` and `last` count from 1. */
export function rangeLabel(first: number, last: number, total: number): string {
  return `Showing ${formatCount(first)} to ${formatCount(last)} of ${plural(total, 'result')}`;
}

/** The range of a page with so many `rows` in the whole list. */
export function pageLabel(
  { page, limit, total }: { readonly page: number; readonly limit: number; readonly total: number },
  rows: number,
): string {
  const before = (page - 1) * limit;
  return rows === 0 ? `Showing 0 of ${plural(total, 'result')}` : rangeLabel(before + 1, before + rows, total);
}

/** Pagination: Previous, up to five numbers, Next. Renders nothing for a single page. */
export function Pagination({ label, page, pages, onPage }: PaginationProps) {
  if (pages < 2 && page <= 1) return null;
  return (
    <nav className="uk-pages" aria-label={`${label}, pages`}>
      <button type="button" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, Math.max(pages, 1)))}>
        <ChevronLeft size={14} strokeWidth={1.75} aria-hidden="true" />
        <span>Previous</span>
      </button>
      {pageButtons(page, pages).map((each) => (
        <button
          key={each}
          type="button"
          className="uk-num"
          aria-label={`Page ${each}`}
          aria-current={each === page ? 'page' : undefined}
          onClick={() => each !== page && onPage(each)}
        >
          {formatCount(each)}
        </button>
      ))}
      <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <span>Next</span>
        <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </nav>
  );
}
