import { FlaskConical } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { judgeLogin } from './email.ts';
import { Section } from './Section.tsx';
import { sampleYes } from '../../domain/claims/sample.ts';

/** The components combined in a form that validates its input and says what it would do. Nothing is sent. */
export function LoginSection() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState<'nothing' | 'reset' | 'all'>('nothing');
  const missing = judgeLogin(email, password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked('all');
    const first = missing.email ?? missing.password;
    if (first !== undefined) toast({ tone: 'bad', title: 'Not signed in', text: `${first}.` });
    else toast({ claim: sampleYes('form', 'The form is complete'), text: 'It is a sample: nothing was sent, and nobody is signed in.' });
  };
  const forgot = () => {
    setAsked('reset');
    if (missing.email !== undefined) toast({ tone: 'warn', title: 'Whose password?', text: 'Give the address first.' });
    else toast({ tone: 'info', title: `A link would go to ${email}`, text: 'It is a sample: no mail was sent.' });
  };
  return (
    <Section
      id="login"
      aside={<Tag icon={<FlaskConical size={12} strokeWidth={1.75} aria-hidden="true" />}>Sample data</Tag>}
      lead="Card, fields, buttons and messages at work together."
    >
      <Card as="div" variant="elevated" className="ds-login">
        <form onSubmit={submit} noValidate aria-label="Sample login form">
          <h3>Welcome Back</h3>
          <p className="uk-fg2">Sign in to go on where you were.</p>
          <TextField
            label="Email"
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="off"
            placeholder="amina@ukweli.example"
            {...(asked !== 'nothing' && missing.email !== undefined && { error: missing.email })}
          />
          <TextField
            label="Password"
            type="password"
            value={password}
            onChange={setPassword}
            autoComplete="off"
            {...(asked === 'all' && missing.password !== undefined && { error: missing.password })}
          />
          <button type="button" className="uk-link" onClick={forgot}>
            Forgot Password?
          </button>
          <Button kind="primary" size="xl" type="submit" full>
            Sign In
          </Button>
        </form>
      </Card>
    </Section>
  );
}
