import { screenHref } from '../../domain/screens/link.ts';
import { Link } from '../../bridge/address/Link.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Prose, ProseSection } from '../../ui/page/Prose.tsx';

/**
 * What the console stores about people, where and for how long (D-39). Every sentence states a design decision (D-12, D-21, D-31, C-67):
 * if one changes, this page must change.
 */
export function PrivacyScreen() {
  return (
    <Page title="Privacy" lead="What the Ukweli Console stores about you, where, and for how long">
      <Prose>
        <ProseSection title="On the platform">
          <p>
            Your name, email address, role and organisation; when you signed in, from which kind of device and which network address; and
            the audit record of what you changed. The organisation that runs the platform decides how long these are kept.
          </p>
        </ProseSection>
        <ProseSection title="On this device">
          <p>
            While you are signed in, the rows you may see are kept in the browser's database, so that the console opens without a network.
            Only the same account on this device can see them.
          </p>
          <ul>
            <li>Signing out removes them, without a network too.</li>
            <li>
              After a time-out they stay for your next sign-in on this device, 72 hours at most. Another person's sign-in removes them.
            </li>
            <li>
              Data that stays after a sign-out is not personal: your choice of theme, the name of the demo or default organisation, where to
              find support, a mark that the next sign-in must ask who you are, and check values of the verification chain.
            </li>
          </ul>
        </ProseSection>
        <ProseSection title="Cookies">
          <p>
            One cookie, for the session. Scripts cannot read it, it goes to this platform only, and it ends after 15 minutes without use, 12
            hours at most. There are no advertising or analytics cookies.
          </p>
        </ProseSection>
        <ProseSection title="Sign-in">
          <p>
            Your organisation's identity provider confirms who you are. Its tokens are checked in memory and kept nowhere on this device.
          </p>
        </ProseSection>
        <ProseSection title="Telemetry and diagnostics">
          <p>
            The console reports errors and timings to the platform it belongs to, and to nobody else. Values that look like email addresses
            or telephone numbers are removed first. Events kept for diagnostics have their personal fields redacted, and copies made for
            support are refused when they contain personal data.
          </p>
        </ProseSection>
        <ProseSection title="Your rights">
          <p>
            Ask your administrator or data protection officer to see, correct or remove your data. In Kenya the Data Protection Act, 2019
            applies; the Office of the Data Protection Commissioner takes complaints. See also the{' '}
            <Link className="uk-link" href={screenHref('terms')}>
              Terms
            </Link>
            .
          </p>
        </ProseSection>
      </Prose>
    </Page>
  );
}
