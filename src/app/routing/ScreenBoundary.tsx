import { Component, type ReactNode } from 'react';
import { screens } from '../../domain/screens.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { reloadForUpdate } from '../update/startUpdates.ts';
import { ScreenCodeError } from './lazyScreen.tsx';

interface Props {
  /** Changes with the address: another page starts without the failure of the last. */
  readonly resetKey: string;
  readonly children: ReactNode;
}
interface State {
  readonly error: unknown;
  readonly key: string;
}

/** A page that fails at once each time must not hammer the platform. */
const wallReloadMs = 30_000;

/** Keeps the failure of one screen to that screen: the generic panel with a way on (C-80); the chrome stays alive. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ScreenCodeError) error.forget();
    // Nobody stands before a wall display (K-10): what fails above its own boundaries, its code above all, is loaded anew by itself.
    if (location.pathname === screens.wall.path) setTimeout(() => location.reload(), wallReloadMs);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ScreenCodeError) {
      return (
        <div className="app-boundary">
          <ErrorPanel
            title="This page could not be loaded"
            message="Its code did not arrive: the link dropped, or a new version has replaced it. Reload to fetch it again."
            actions={
              <Button kind="primary" onClick={reloadForUpdate}>
                Reload
              </Button>
            }
          />
        </div>
      );
    }
    return (
      <div className="app-boundary">
        <ErrorPanel onRetry={() => this.setState({ error: null })} />
      </div>
    );
  }
}
