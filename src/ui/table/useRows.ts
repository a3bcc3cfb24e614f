import { observeElementRect, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { textScale } from '../theme/textScale.ts';

interface Input {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Heights below: px at the browser's own text size (textScale.ts). */
  readonly rowHeight: number;
  /** Height of the header that covers the top of the box, px. */
  readonly coverPx: number;
  /** Rows scroll with the page (phones) instead of in their own box. */
  readonly withPage: boolean;
}

/** The rows near the visible area: in the table's own box, or in the page's scroll on phones. */
export function useRows({ scroller, count, rowHeight, coverPx, withPage }: Input) {
  const [margin, setMargin] = useState(0);
  const shared = { count, estimateSize: () => rowHeight * textScale(), overscan: 8 };
  // oxlint-disable-next-line react/incompatible-library -- only the React Compiler minds, and none is used here
  const box = useVirtualizer({
    ...shared,
    enabled: !withPage,
    getScrollElement: () => scroller.current,
    initialRect: { width: 800, height: 640 },
    // Rows under the header are not visible: they are neither counted nor scrolled to.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height }) => tell({ width, height: Math.max(0, height - coverPx * textScale()) })),
  });
  const page = useWindowVirtualizer({ ...shared, enabled: withPage, scrollMargin: margin });
  // Heights are fixed, not measured, so the virtualiser must be told of a change of density.
  useLayoutEffect(() => {
    box.measure();
    page.measure();
    if (withPage && scroller.current !== null) setMargin(scroller.current.getBoundingClientRect().top + scrollY);
  }, [box, page, scroller, rowHeight, withPage, count]);
  const used = withPage ? page : box;
  return {
    items: used.getVirtualItems(),
    totalPx: used.getTotalSize(),
    range: used.range,
    offset: withPage ? margin : 0,
    scrollTo: (index: number) => used.scrollToIndex(index, { align: 'auto' }),
  };
}

/** Width of an element, and the height from its top to the window's bottom, in px at the browser's own text size; both follow changes. */
export function useBox(box: RefObject<HTMLElement | null>, bottomPx: number): { readonly widthPx: number; readonly leftPx: number } {
  const [size, setSize] = useState({ widthPx: 0, leftPx: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      const scale = textScale();
      const next = {
        widthPx: Math.floor(width / scale),
        leftPx: Math.floor((innerHeight - Math.max(0, top + scrollY)) / scale - bottomPx),
      };
      setSize((now) => (now.widthPx === next.widthPx && now.leftPx === next.leftPx ? now : next));
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
