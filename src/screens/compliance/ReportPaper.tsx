import { useOwnCurrency } from '../../bridge/reads/useOwnCurrency.ts';
import type { Report } from '../../contracts/report.ts';
import { formatCount } from '../../domain/format.ts';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { PaperTableView } from './PaperTableView.tsx';
import { ProofSection } from './ProofSection.tsx';
import type { ReportCheck } from './queries.ts';
import { paperOf } from './reportModel.ts';
import { Who } from '../../ui/text/Who.tsx';

/** The report as a bank receives it: A4, black on white in print, complete without the surrounding screen. */
export function ReportPaper({ report, check }: { readonly report: Report; readonly check: ReportCheck }) {
  const paper = paperOf(report, useOwnCurrency());
  const { basis, period } = report;
  const covenants = basis?.covenants ?? [];
  const chain = basis?.chain ?? null;
  return (
    <article className="uk-card report-paper" aria-label={`${report.reportId}, ${paper.title}`}>
      <header className="report-head">
        <Logo size={30} />
        <div>
          <b>Ukweli</b>
          <span>{report.tenantName ?? 'Tenant not named'}</span>
        </div>
        <p className="uk-mono">{report.reportId}</p>
      </header>
      <h2>{paper.title}</h2>
      <p className="report-lead">
        {period === undefined ? (
          'Period not stated'
        ) : (
          <>
            For the period from <Time at={period.from} as="dateTime" /> to <Time at={period.to} as="dateTime" zone />
          </>
        )}
      </p>
      <dl className="report-figures">
        {paper.figures.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{value}</b>
              <span>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <PaperTableView table={paper.table} />
      <section aria-label="Reading the figures">
        <h3>Reading the figures</h3>
        <ul className="report-notes">
          {paper.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
      <section aria-label="Based on">
        <h3>Based on</h3>
        <KeyValueList
          items={[
            { key: 'Methodology', value: report.methodologyVersion },
            { key: 'Generated', value: <Generated report={report} /> },
            ...paper.basis,
            {
              key: 'Chain of records, newest',
              value: basis === undefined ? 'Not reported' : chain === null ? 'No record yet' : `Link ${formatCount(chain.index)}`,
            },
            ...(chain === null ? [] : [{ key: 'Its seal', value: <HashText value={chain.seal} label="seal" /> }]),
            ...covenants.map((hash, place) => ({
              key: covenants.length === 1 ? 'Covenant hash' : `Covenant hash ${place + 1}`,
              value: <HashText value={hash} label="covenant hash" />,
            })),
          ]}
        />
      </section>
      <ProofSection report={report} check={check} />
    </article>
  );
}

function Generated({ report }: { readonly report: Report }) {
  return (
    <span>
      <Time at={report.generatedAt} as="dateTime" zone />
      {report.generatedBy !== undefined && (
        <>
          {' '}
          by <Who name={report.generatedBy} id={report.generatedById} />
        </>
      )}
    </span>
  );
}
