import { RefreshCw } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import './callback.css';

export interface CallbackScreenProps {
  /** The error in the document's words; null while the sign-in is being completed. */
  readonly failure: string | null;
  /** No answer for 8 s. */
  readonly slow?: boolean;
  readonly onTryAgain: () => void;
  readonly onCancel?: () => void;
}

/** Page shown while the identity provider's answer is processed (I-3). */
export function CallbackScreen({ failure, slow = false, onTryAgain, onCancel }: CallbackScreenProps) {
  return (
    <main className="callback" id="main">
      <Logo size={40} />
      {failure === null ? (
        <>
          <h1 role="status">Completing sign in...</h1>
          <p>The answer of the identity provider is being checked.</p>
          {slow && (
            <div className="callback-slow" role="status">
              <p>
                <Glyph shape="hourglass" size={16} /> <b>No answer for 8 seconds.</b> The connection may be slow or down. Signing in
                continues until there is an answer or you cancel.
              </p>
              <Button onClick={onCancel}>Cancel</Button>
            </div>
          )}
        </>
      ) : (
        <div role="alert" className="callback-failed">
          <Glyph shape="bad" size={26} />
          <h1>Authentication Failed</h1>
          <p>{failure === '' ? 'Authentication failed' : failure}</p>
          <Button kind="primary" size="xl" icon={RefreshCw} onClick={onTryAgain}>
            Try Again
          </Button>
        </div>
      )}
    </main>
  );
}
