import { defaultRangeExtractor, observeElementRect, type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { textScale } from '../theme/textScale.ts';

interface Input {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** How large the person has text (textScale.ts). Heights below are px at the browser's own size. */
  readonly scale: number;
  readonly rowHeight: number;
  /** Height of the header that covers the top of the box, px. */
  readonly coverPx: number;
  /** Rows scroll with the page (phones) instead of in their own box. */
  readonly withPage: boolean;
  /** Index of a row that is drawn wherever the visible area is: the one that Tab reaches, which may have the focus. */
  readonly kept: number;
}

/** Rows drawn outside the visible area, on each side. */
export const overscan = 8;

/** The rows near the visible area: in the table's own box, or in the page's scroll on phones. */
export function useRows({ scroller, count, scale, rowHeight, coverPx, withPage, kept }: Input) {
  const [margin, setMargin] = useState(0);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return kept >= range.count || drawn.includes(kept) ? drawn : [...drawn, kept].sort((a, b) => a - b);
    },
    [kept],
  );
  const shared = { count, estimateSize: () => rowHeight * scale, overscan, rangeExtractor };
  // oxlint-disable-next-line react/incompatible-library -- only the React Compiler minds, and none is used here
  const box = useVirtualizer({
    ...shared,
    enabled: !withPage,
    getScrollElement: () => scroller.current,
    initialRect: { width: 800, height: 640 },
    // Rows under the header are not visible: they are neither counted nor scrolled to.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height }) => tell({ width, height: Math.max(0, height - coverPx * scale) })),
  });
  const page = useWindowVirtualizer({ ...shared, enabled: withPage, scrollMargin: margin });
  // Heights are fixed, not measured, so the virtualiser must be told of a change of density or text size.
  useLayoutEffect(() => {
    box.measure();
    page.measure();
    if (withPage && scroller.current !== null) setMargin(scroller.current.getBoundingClientRect().top + scrollY);
  }, [box, page, scroller, scale, rowHeight, withPage, count]);
  const used = withPage ? page : box;
  return {
    items: used.getVirtualItems(),
    totalPx: used.getTotalSize(),
    range: used.range,
    offset: withPage ? margin : 0,
    scrollTo: (index: number) => used.scrollToIndex(index, { align: 'auto' }),
  };
}

interface Box {
  readonly widthPx: number;
  readonly leftPx: number;
  readonly scale: number;
}

/**
 * Width of an element, the height from its top to the window's bottom, in px at the browser's own text size, and the size that the person
 * has chosen; all follow changes: another text size changes the body's height.
 */
export function useBox(box: RefObject<HTMLElement | null>, bottomPx: number): Box {
  const [size, setSize] = useState<Box>({ widthPx: 0, leftPx: 0, scale: textScale() });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      const scale = textScale();
      const next = {
        scale,
        widthPx: Math.floor(width / scale),
        leftPx: Math.floor((innerHeight - Math.max(0, top + scrollY)) / scale - bottomPx),
      };
      setSize((now) => (now.widthPx === next.widthPx && now.leftPx === next.leftPx && now.scale === scale ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body); // content above may grow: a banner, a wrapped toolbar
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [box, bottomPx]);
  return size;
}
