import { Component, type ReactNode } from 'react';
import { WallBlank } from '../../ui/wall/WallParts.tsx';
import { ScreenCodeError } from '../routing/lazyScreen.tsx';
import { reloadSoon } from './wallPage.ts';

interface Props {
  readonly children: ReactNode;
  /** Another dashboard begins without the failure of the last. */
  readonly resetKey?: string;
  /** `again`: draw once more in a while. `reload`: nothing of the page can be trusted any more. */
  readonly then: 'again' | 'reload';
}
interface State {
  readonly failed: boolean;
  readonly key: string;
}

/** How long a dashboard that failed is left alone, milliseconds. */
const againMs = 10_000;

/** Keeps a failure to what failed, says so in place of it, and gets over it by itself: nobody stands there to press a button. */
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
        {this.props.then === 'reload' ? 'Something in it failed. It loads itself anew.' : 'It is tried again by itself. The others go on.'}
      </WallBlank>
    );
  }
}
