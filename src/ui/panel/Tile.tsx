import type { ReactNode } from 'react';
import './tile.css';

interface TileProps {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly prefix?: string;
  readonly value: string;
  readonly unit?: string;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** Content of a tile; wrap it in `TileBox`, or in a link of class `uk-tile`. */
export function Tile({ title, badge, prefix, value, unit, note, children }: TileProps) {
  return (
    <>
      <div className="uk-tile-top">
        <h3>{title}</h3>
        {badge}
      </div>
      <p className="uk-tile-value">
        {prefix !== undefined && <small data-prefix="">{prefix}</small>}
        {value}
        {unit !== undefined && <small> {unit}</small>}
      </p>
      {note !== undefined && <p className="uk-tile-note">{note}</p>}
      {children}
    </>
  );
}

/** Tiles side by side; stacked on a phone. */
export function TileRow({ children }: { readonly children: ReactNode }) {
  return <div className="uk-tiles">{children}</div>;
}

/** A tile without a link. */
export function TileBox({ children }: { readonly children: ReactNode }) {
  return <div className="uk-tile">{children}</div>;
}
