import { Fragment } from 'react';
import { Time } from '../time/Time.tsx';

const moments = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A sentence of the evidence code, which knows no time zone, with its timestamps rendered like all others on the page. */
export function TimedText({ text }: { readonly text: string }) {
  return text.split(moments).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- a sentence's parts stand where they stand
    <Fragment key={place}>{place % 2 === 1 ? <Time at={part} as="dateTime" zone /> : part}</Fragment>
  ));
}
