import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import type { WallSchools } from '../../contracts/wallFigures.ts';
import { limitHeld, schoolPerforming } from '../../domain/claims/programme.ts';
import { formatCount } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { isLostOnWall, WallBadge, WallBar, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
import { type StandView, standView, totalsFrom } from './model.ts';

/** Up to this many schools fit side by side in one row with their texts. */
const few = 3;

/** The programme and its schools at wall scale (K-10): totals, and only the schools that the wall shows (G-17). */
export function SchoolsWall() {
  const { value, state, problem, freshness, cameDamaged } = useReadPanel(
    displayEndpoints.wallSchools,
    {},
    ({ schoolsServed }) => schoolsServed,
    'work',
  );
  return (
    <WallStates
      state={state}
      problem={problem}
      empty="No schools yet"
      later="Schools are shown here from their first reading."
      freshness={freshness}
      unread={cameDamaged.length}
      what="school"
    >
      {() => value !== null && <Figures told={value} unread={cameDamaged.length} freshness={freshness} />}
    </WallStates>
  );
}

interface FiguresProps {
  readonly told: WallSchools;
  /** Schools that arrived in an unusable form; the console does not list them either. */
  readonly unread: number;
  readonly freshness: FreshnessState;
}

function Figures({ told, unread, freshness }: FiguresProps) {
  const isLost = isLostOnWall(freshness);
  const totals = totalsFrom(told);
  const more = told.schoolsServed - told.schools.length - unread;
  const tiles = [
    { title: 'Performing', value: formatCount(totals.performing), unit: `of ${formatCount(totals.schoolsServed)}` },
    { title: 'Cost savings', value: totals.savings, unit: totals.savingsNote },
    { title: 'Emissions avoided', value: totals.emissionReductions.replace(/ t$/, ''), unit: 't CO2e' },
    { title: 'Carbon credits', value: totals.carbonCredits, unit: '' },
  ];
  return (
    <div className="wall-page wall-schools">
      <div className="wall-row">
        {tiles.map(({ title, value, unit }) => (
          <WallTile key={title} title={title} freshness={freshness}>
            <WallValue size="sm" value={value} unit={unit} lost={isLost} />
          </WallTile>
        ))}
      </div>
      <div className="wall-cards" data-few={told.schoolsServed <= few ? '' : undefined}>
        {told.schools.map((school) => (
          <SchoolTile key={school.schoolId} view={standView(school)} of={told.schoolsServed} freshness={freshness} />
        ))}
      </div>
      {more > 0 && <p className="wall-note">{formatCount(more)} more schools, in the console</p>}
    </div>
  );
}

/** `of`: number of schools; a few leave room for texts. */
function SchoolTile({
  view,
  of: schoolCount,
  freshness,
}: {
  readonly view: StandView;
  readonly of: number;
  readonly freshness: FreshnessState;
}) {
  const { id, name, location, performing, missed, fuelSavings, uptime } = view;
  const isLost = isLostOnWall(freshness);
  const isFew = schoolCount <= few;
  const size = isFew ? 'md' : 'sm';
  return (
    <WallTile
      title={name}
      freshness={freshness}
      tone={performing === false && !isLost ? 'warn' : undefined}
      badge={<WallBadge status={schoolPerforming(id, { performing, freshness })} />}
      note={(isFew ? missed : null) ?? location}
    >
      <div className="wall-two">
        <div>
          <WallValue size={size} value={fuelSavings.text} unit={schoolCount < few ? 'fuel saved' : 'saved'} lost={isLost} />
          <WallBar
            share={fuelSavings.value / 50}
            limit={fuelSavings.limit / 50}
            tone={limitHeld(`${id} fuel savings`, { ...fuelSavings, freshness })}
            lost={isLost}
          />
        </div>
        <div>
          <WallValue size={size} value={uptime.text} unit="uptime" lost={isLost} />
          <WallBar
            share={uptime.value / 100}
            limit={uptime.limit / 100}
            tone={limitHeld(`${id} uptime`, { ...uptime, freshness })}
            lost={isLost}
          />
        </div>
      </div>
    </WallTile>
  );
}
