import { href } from '../../domain/screens/address.ts';
import type { Href } from '../../domain/screens/link.ts';
import type { Problem } from '../../contracts/problem.ts';
import { problemDetail, type WayOut, wordsOf } from '../../domain/problemLabels.ts';
import { Button } from '../controls/Button.tsx';
import { LinkButton } from '../controls/LinkButton.tsx';
import { HashText } from '../evidence/HashText.tsx';
import { ErrorPanel, type ErrorPanelProps } from './ErrorPanel.tsx';

/** Actions that lead elsewhere. Plain links, so that the failed page and its state are discarded. */
const places: Readonly<Partial<Record<WayOut, { readonly href: Href; readonly label: string }>>> = {
  signIn: { href: href('login'), label: 'Sign in' },
  home: { href: href('overview'), label: 'Go to Dashboard' },
  incidents: { href: href('incidents'), label: 'Emergency Controls' },
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
  const back = way === 'signIn' ? href('login', { next: location.pathname + location.search }) : place.href;
  return (
    <LinkButton size="sm" kind="primary" href={back}>
      {place.label}
    </LinkButton>
  );
}

/** The failure in the table's words, the action that helps (retry only if it can), and the id to give to support. */
export function ProblemBody({
  problem,
  onRetry,
  actions,
  ...rest
}: Omit<ErrorPanelProps, 'tone' | 'detail'> & { readonly problem: Problem }) {
  const { title, text, way } = wordsOf(problem);
  // Callers pass on the problem's own message. For a failed platform, or a server that is not the platform (C-78), it says what the
  // document says; for any other problem the table's text says more, and the original message is shown below.
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
