import { Laptop } from 'lucide-react';
import { useState } from 'react';
import { dataQualityTitles } from '../../domain/finance/emissions.ts';
import { formatNumber } from '../../domain/format.ts';
import { complianceThresholds } from '../../domain/finance/complianceThresholds.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { BadgeRules } from './BadgeRules.tsx';
import type { PlatformCheck } from './check.ts';
import { CheckLine } from './CheckLine.tsx';
import type { Calculation } from './model.ts';
import { rangeLabels, tonnes } from './tonnes.ts';
import { covenantKept } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';

interface ResultViewProps {
  readonly calculation: Calculation;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The fields have changed since this result was computed. */
  readonly outdated: boolean;
  readonly check: PlatformCheck;
}

/** The result, its uncertainty, its data quality and the steps of the calculation. */
export function ResultView({ calculation, at, outdated, check }: ResultViewProps) {
  const [rules, setRules] = useState(false);
  const { result, workings, name } = calculation;
  const { range, confidenceLevel } = result.uncertainty;
  const { pcafCompliant, issbCompliant, icmaGreenBondEligible } = result.compliance;
  const badges = [
    { title: complianceThresholds.pcafScore.title, kept: pcafCompliant, otherwise: 'not compliant' },
    { title: complianceThresholds.issbUncertainty.title, kept: issbCompliant, otherwise: 'not compliant' },
    { title: complianceThresholds.icmaSaving.title, kept: icmaGreenBondEligible, otherwise: 'not eligible' },
  ];
  const figures = [
    { label: 'Avoided per year', value: result.annualAvoidedEmissions },
    { label: 'Avoided over the lifetime', value: result.lifetimeAvoidedEmissions },
    { label: 'Financed per year', value: result.financedAvoidedEmissions },
  ];
  return (
    <section className="calc-result" aria-label="Avoided emissions" data-outdated={outdated ? '' : undefined}>
      <div className="calc-result-head">
        <h3>{name === '' ? 'Result' : name}</h3>
        <Tag icon={<Laptop size={12} strokeWidth={1.75} aria-hidden="true" />}>Computed on this device</Tag>
        <span className="uk-small uk-fg3">
          <Time at={at} as="dateTime" zone />
        </span>
      </div>
      <div className="calc-check">
        <CheckLine check={check} />
      </div>
      {outdated && <p className="uk-small calc-outdated">The fields have changed since. Calculate again.</p>}
      <dl className="calc-figures">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b data-tone={value < 0 ? 'bad' : undefined}>{tonnes(value)}</b>
              <span>
                ± {range}% at {confidenceLevel}% confidence
              </span>
              <span>{rangeLabels(value, range)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {result.annualAvoidedEmissions <= 0 && (
        <p className="calc-negative">
          <Glyph shape="bad" />
          {result.annualAvoidedEmissions < 0
            ? 'The project emits more than it replaces. It meets none of the standards.'
            : 'No emissions are avoided. It meets none of the standards.'}
        </p>
      )}
      <ul className="calc-badges" aria-label="Badges">
        {badges.map(({ title, kept, otherwise }) => (
          <li key={title}>
            <ClaimBadge claim={covenantKept(title, kept)}>{kept ? title : `${title}: ${otherwise}`}</ClaimBadge>
          </li>
        ))}
        <li>
          <Button kind="ghost" size="sm" onClick={() => setRules(true)}>
            Requirements
          </Button>
        </li>
      </ul>
      {rules && <BadgeRules onClose={() => setRules(false)} />}
      <KeyValueList
        items={[
          { key: 'Attribution factor', value: formatNumber(result.attributionFactor, 4) },
          {
            key: 'Data quality, our level',
            value: `${result.dataQualityLevel} ${dataQualityTitles[result.dataQualityLevel]} (5 is the best)`,
          },
          { key: 'Data quality, PCAF score', value: `${result.pcafMetadata.dataQualityScore} (1 is the best)` },
          { key: 'Uncertainty', value: `± ${range}% by data quality, a console convention` },
        ]}
      />
      <h4 className="uk-h3">How it was computed</h4>
      <ol className="calc-workings">
        {workings.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </section>
  );
}
