import { screenHref } from '../../domain/screens/link.ts';
import { Link } from '../../bridge/address/Link.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Prose, ProseSection } from '../../ui/page/Prose.tsx';

/** The console's terms of use (D-39). Organisations with their own terms replace this text. */
export function TermsScreen() {
  return (
    <Page title="Terms" lead="Terms of use of the Ukweli Console, version of 21 November 2026">
      <Prose>
        <ProseSection title="Who may use the console">
          <p>
            The console is for staff of the organisation that runs it: operators, bank officers, auditors and administrators with an
            account. An account belongs to one person. It must not be shared, and that person is responsible for what is done with it.
          </p>
        </ProseSection>
        <ProseSection title="What the figures are">
          <p>
            The console shows what the platform has recorded and says how old each figure is. 'Live' means that the platform confirmed it
            just now; 'As of' and 'Stale' mean that it did not. A figure without a live mark must not be used as the present state.
          </p>
          <p>
            A verdict on evidence covers what it names: whether a pack is intact, whether it is signed by a trusted key, which verification
            it is sealed in, and whether the files match. 'Not checked here' is not a pass. The console gives no legal, financial or
            investment advice.
          </p>
        </ProseSection>
        <ProseSection title="What you do is recorded">
          <p>
            Every action that changes something is written to the audit trail with who, what, when, from where and its outcome. Records
            cannot be changed or removed through the console.
          </p>
        </ProseSection>
        <ProseSection title="What is not allowed">
          <ul>
            <li>Bypassing permissions, or reading data of a tenant you do not work for.</li>
            <li>Taking data out of the console other than by its exports, which are signed and recorded.</li>
            <li>
              Overloading the platform on purpose, or testing its security without the written consent of the organisation that runs it.
            </li>
          </ul>
        </ProseSection>
        <ProseSection title="Devices">
          <p>
            The console keeps working data on the device so that it opens without a network. Lock your device, sign out on devices you
            share, and tell your administrator at once when one is lost: its sessions can then be ended from elsewhere.
          </p>
        </ProseSection>
        <ProseSection title="Availability">
          <p>
            The console works without a network on what the device holds. The platform may be stopped for maintenance; in an emergency it
            can be set to read-only, which every console says at once.
          </p>
        </ProseSection>
        <ProseSection title="The software">
          <p>
            The Ukweli Console is published under the Apache License 2.0, which comes without warranty. It is made with packages of others,
            each under its own terms:{' '}
            <a className="uk-link" href="/licences.txt" target="_blank" rel="noreferrer">
              licences of all that is shipped
            </a>
            . How personal data is handled is described under{' '}
            <Link className="uk-link" href={screenHref('privacy')}>
              Privacy
            </Link>
            .
          </p>
        </ProseSection>
      </Prose>
    </Page>
  );
}
