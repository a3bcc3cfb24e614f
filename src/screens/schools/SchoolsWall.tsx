import { formatCount } from '../../domain/format.ts';
import { isLostOnWall, WallBadge, WallBar, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
import { useSchools } from './queries.ts';
import { limitHeld, schoolPerforming } from '../../domain/claims/programme.ts';

/** Schools that are read at four metres: those below target come first by themselves. */
const shown = 6;

/** As many stand side by side in one row, with room for their words. */
const few = 3;

/** The programme and its schools at wall scale (K-10). */
export function SchoolsWall() {
  const { frame, views, totals } = useSchools();
  const isLost = isLostOnWall(frame.freshness);
  const isFew = views.length <= few;
  const size = isFew ? 'md' : 'sm';
  return (
    <WallStates
      state={frame.state}
      problem={frame.problem}
      empty="No schools yet"
      later="Each school stands here from its first reading."
      freshness={frame.freshness}
      unread={frame.unread}
      notHeld={frame.notHeld}
      what="school"
    >
      {() => (
        <div className="wall-page wall-schools">
          {totals !== null && (
            <div className="wall-row">
              {[
                { title: 'Performing', value: formatCount(totals.performing), unit: `of ${formatCount(totals.schoolsServed)}` },
                { title: 'Cost savings', value: totals.savings, unit: totals.savingsNote },
                { title: 'Emissions avoided', value: totals.emissionReductions.replace(/ t$/, ''), unit: 't CO2e' },
                { title: 'Carbon credits', value: totals.carbonCredits, unit: '' },
              ].map(({ title, value, unit }) => (
                <WallTile key={title} title={title} freshness={frame.freshness}>
                  <WallValue size="sm" value={value} unit={unit} lost={isLost} />
                </WallTile>
              ))}
            </div>
          )}
          <div className="wall-cards" data-few={isFew ? '' : undefined}>
            {views.slice(0, shown).map(({ id, name, location, performing, missed, fuelSavings, uptime }) => (
              <WallTile
                key={id}
                title={name}
                freshness={frame.freshness}
                tone={performing === false && !isLost ? 'warn' : undefined}
                badge={<WallBadge status={schoolPerforming(id, { performing, freshness: frame.freshness })} />}
                note={(isFew ? missed : null) ?? location}
              >
                <div className="wall-two">
                  <div>
                    <WallValue size={size} value={fuelSavings.text} unit={views.length < few ? 'fuel saved' : 'saved'} lost={isLost} />
                    <WallBar
                      share={fuelSavings.value / 50}
                      limit={fuelSavings.limit / 50}
                      tone={limitHeld(`${id} fuel savings`, { ...fuelSavings, freshness: frame.freshness })}
                      lost={isLost}
                    />
                  </div>
                  <div>
                    <WallValue size={size} value={uptime.text} unit="uptime" lost={isLost} />
                    <WallBar
                      share={uptime.value / 100}
                      limit={uptime.limit / 100}
                      tone={limitHeld(`${id} uptime`, { ...uptime, freshness: frame.freshness })}
                      lost={isLost}
                    />
                  </div>
                </div>
              </WallTile>
            ))}
          </div>
          {views.length > shown && <p className="wall-note">{formatCount(views.length - shown)} more schools, in the console</p>}
        </div>
      )}
    </WallStates>
  );
}
