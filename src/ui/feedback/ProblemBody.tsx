import type { Problem } from '../../contracts/problem.ts';
import { problemDetail, type WayOut, wordsOf } from '../../domain/problemWords.ts';
import { Button } from '../controls/Button.tsx';
import { LinkButton } from '../controls/LinkButton.tsx';
import { HashText } from '../evidence/HashText.tsx';
import { ErrorPanel, type ErrorPanelProps } from './ErrorPanel.tsx';

/** Ways that lead elsewhere. Plain links: a page that failed is left behind with all it holds. */
const places: Readonly<Partial<Record<WayOut, { readonly href: string; readonly label: string }>>> = {
  signIn: { href: '/login', label: 'Sign in' },
  home: { href: '/', label: 'Go to Dashboard' },
  incidents: { href: '/system/incidents', label: 'Emergency Controls' },
};

function Way({ way }: { readonly way: WayOut }) {
  if (way === 'reload')
    return (
      <Button size="sm" kind="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    );
  const place = places[way];
  if (place === undefined) return null;
  const back = way === 'signIn' ? `${place.href}?next=${encodeURIComponent(location.pathname + location.search)}` : place.href;
  return (
    <LinkButton size="sm" kind="primary" href={back}>
      {place.label}
    </LinkButton>
  );
}

/** The failure in the table's words, the way out that helps (trying again only where that can), and the id to name to support. */
export function ProblemBody({
  problem,
  onRetry,
  actions,
  ...rest
}: Omit<ErrorPanelProps, 'tone' | 'detail'> & { readonly problem: Problem }) {
  const { title, text, way } = wordsOf(problem);
  // Callers hand on the problem's own message. Of a platform that failed, and of a stranger in its place (C-78), it says as much as the document does; of
  // anything else the table says more, and what came stands below.
  const platformFailed = problem.code === 'internal' || problem.code === 'unavailable';
  const handedOn = rest.message !== undefined && (platformFailed || rest.message !== problem.message);
  const own = handedOn && rest.message !== undefined ? rest.message : problem.code === 'not_ours' ? problem.message : text;
  const told = problemDetail(problem);
  const detail = told === own ? null : told;
  const mayRetry = way === 'again' || way === 'wait' || way === 'home';
  return (
    <ErrorPanel
      {...rest}
      title={rest.title ?? title}
      message={problem.retryAfterMs === undefined ? own : `${own} It asks to wait ${Math.ceil(problem.retryAfterMs / 1000)} s.`}
      {...(detail !== null && { detail })}
      {...(onRetry !== undefined && mayRetry && { onRetry })}
      actions={
        <>
          <Way way={way} />
          {actions}
          {problem.correlationId !== undefined && <HashText value={problem.correlationId} label="Correlation ID" quiet />}
        </>
      }
    />
  );
}
