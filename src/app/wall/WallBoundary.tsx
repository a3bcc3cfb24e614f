import { Component, type ReactNode } from 'react';
import { WallBlank } from '../../ui/wall/WallParts.tsx';
import { ScreenCodeError } from '../routing/lazyScreen.tsx';
import { reloadSoon } from './wallPage.ts';

interface Props {
  readonly children: ReactNode;
  /** Another dashboard starts without the last one's error. */
  readonly resetKey?: string;
  /** `again`: render again after a while. `reload`: the whole page is unreliable. */
  readonly then: 'again' | 'reload';
}
interface State {
  readonly failed: boolean;
  readonly key: string;
}

/** Pause before a failed dashboard is rendered again, milliseconds. */
const againMs = 10_000;

/**
 * Confines an error to the part that failed, shows a message in its place, and recovers by itself: a display has no user to press a
 * button.
 */
export class WallBoundary extends Component<Props, State> {
  override state: State = { failed: false, key: this.props.resetKey ?? '' };
  #cancel = () => {};

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey = '' }: Props, { key }: State): Partial<State> | null {
    return resetKey === key ? null : { failed: false, key: resetKey };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ScreenCodeError) error.forget();
    this.#cancel();
    if (this.props.then === 'reload') this.#cancel = reloadSoon().cancel;
    else {
      const timer = setTimeout(() => this.setState({ failed: false }), againMs);
      this.#cancel = () => clearTimeout(timer);
    }
  }

  override componentWillUnmount(): void {
    this.#cancel();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <WallBlank shape="warn" title={this.props.then === 'reload' ? 'This display starts again' : 'This dashboard could not be drawn'}>
        {this.props.then === 'reload'
          ? 'An error occurred. It reloads automatically.'
          : 'It is retried automatically. The other dashboards continue.'}
      </WallBlank>
    );
  }
}
