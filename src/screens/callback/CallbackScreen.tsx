import { RefreshCw } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import './callback.css';

export interface CallbackScreenProps {
  /** What failed, in the document's words; null while the sign-in is being completed. */
  readonly failure: string | null;
  /** Nothing has answered for 8 s. */
  readonly slow?: boolean;
  readonly onTryAgain: () => void;
  readonly onCancel?: () => void;
}

/** Between the identity provider and the console (I-3). */
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
                <Glyph shape="hourglass" size={16} /> <b>No answer for 8 seconds.</b> The link may be slow or gone. Signing in goes on until
                an answer comes or you cancel it.
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
