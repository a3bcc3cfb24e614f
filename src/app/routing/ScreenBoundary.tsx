import { Component, type ReactNode } from 'react';
import { screens } from '../../domain/screens/screens.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { reloadForUpdate } from '../update/startUpdates.ts';
import { ScreenCodeError } from './lazyScreen.tsx';

interface Props {
  /** Changes with the address, so that another page starts without the last one's error. */
  readonly resetKey: string;
  readonly children: ReactNode;
}
interface State {
  readonly error: unknown;
  readonly key: string;
}

/** Delay before a wall display reloads, milliseconds: a page that always fails must not flood the platform. */
const wallReloadMs = 30_000;

/** Confines a screen's error to that screen: shows the generic panel with a way on (C-80); the chrome keeps working. */
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
    // A wall display has no user (K-10): errors outside its own boundaries, above all missing code, are handled by a reload.
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
            message="Its code did not load: the connection dropped, or there is a new version. Reload to try again."
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
