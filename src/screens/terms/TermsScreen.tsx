import { Link } from 'wouter';
import { Page } from '../../ui/page/Page.tsx';
import './terms.css';

/** The terms of use of the console (D-39). Organisations that run it under their own terms replace this text. */
export function TermsScreen() {
  return (
    <Page title="Terms" lead="Terms of use of the Ukweli Console, version of 21 November 2026">
      <article className="terms">
        <h2>Who may use the console</h2>
        <p>
          The console is for staff of the organisation that runs it: operators, bank officers, auditors and administrators with an account.
          An account belongs to one person. It is not lent, and what is done with it counts as done by that person.
        </p>
        <h2>What the figures are</h2>
        <p>
          The console shows what the platform has recorded and says how old each figure is. 'Live' means that the platform confirmed it just
          now; 'As of' and 'Stale' mean that it did not. A figure without a live mark must not be used as the present state.
        </p>
        <p>
          A verdict on evidence covers what it names: whether a pack is intact, whether it is signed by a trusted key, and whether the files
          match. 'Not checked here' is not a pass. The console gives no legal, financial or investment advice.
        </p>
        <h2>What you do is recorded</h2>
        <p>
          Every action that changes something is written to the audit trail with who, what, when, from where and its outcome. Records cannot
          be changed or removed through the console.
        </p>
        <h2>What is not allowed</h2>
        <ul>
          <li>Going round permissions, or reading data of a tenant you do not work for.</li>
          <li>Taking data out of the console by other ways than its exports, which are signed and recorded.</li>
          <li>Loading the platform on purpose, or testing its security without the written consent of the organisation that runs it.</li>
        </ul>
        <h2>Devices</h2>
        <p>
          The console keeps working data on the device so that it opens without a network. Lock your device, sign out on devices you share,
          and tell your administrator at once when one is lost: its sessions can then be ended from elsewhere.
        </p>
        <h2>Availability</h2>
        <p>
          The console works without a network on what the device holds. The platform may be stopped for maintenance; in an emergency it can
          be set to read-only, which every console says at once.
        </p>
        <h2>The software</h2>
        <p>
          The Ukweli Console is published under the Apache License 2.0, which comes without warranty. How personal data is handled is
          described under{' '}
          <Link className="uk-link" href="/privacy">
            Privacy
          </Link>
          .
        </p>
      </article>
    </Page>
  );
}
