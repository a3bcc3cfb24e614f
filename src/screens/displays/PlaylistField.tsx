import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId } from 'react';
import type { WallDashboardId } from '../../contracts/display.ts';
import { wallDashboards } from '../../domain/wall/dashboards.ts';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { moved, offered, toggled } from './model.ts';

interface PlaylistFieldProps {
  readonly value: readonly WallDashboardId[];
  readonly onChange: (value: readonly WallDashboardId[]) => void;
  readonly error?: string;
  /** Its first control gets the focus if it is the first wrong field. */
  readonly ref: (element: HTMLElement | null) => void;
}

/** Selects the dashboards a display shows, and their order. */
export function PlaylistField({ value, onChange, error, ref }: PlaylistFieldProps) {
  const id = useId();
  const move = (dashboard: WallDashboardId, by: -1 | 1) => {
    const next = moved(value, dashboard, by);
    onChange(next);
    announce(`${wallDashboards[dashboard].title} is number ${next.indexOf(dashboard) + 1} of ${next.length}`);
  };
  return (
    <fieldset
      ref={(element) => ref(element?.querySelector('input') ?? null)}
      className="displays-playlist"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>Playlist</legend>
      <ol>
        {offered(value).map((dashboard) => {
          const { title, tells } = wallDashboards[dashboard];
          const place = value.indexOf(dashboard);
          return (
            <li key={dashboard} data-on={place === -1 ? undefined : ''}>
              <Checkbox label={title} showLabel checked={place !== -1} onChange={() => onChange(toggled(value, dashboard))} />
              <span className="displays-tells">{tells}</span>
              {place !== -1 && (
                <span className="displays-order">
                  <IconButton
                    label={`${title} earlier`}
                    icon={ArrowUp}
                    size="sm"
                    disabled={place === 0}
                    onClick={() => move(dashboard, -1)}
                  />
                  <IconButton
                    label={`${title} later`}
                    icon={ArrowDown}
                    size="sm"
                    disabled={place === value.length - 1}
                    onClick={() => move(dashboard, 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {error !== undefined && (
        <p className="displays-error" id={`${id}-error`}>
          <Glyph shape="bad" size={12} />
          {error}
        </p>
      )}
    </fieldset>
  );
}
