import { Component, type ErrorInfo, type ReactNode } from 'react';
import { BrokenPage } from './system-pages.tsx';

/** A page that throws while drawing is replaced by words and a way on; the shell around it stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return <BrokenPage retry={() => this.setState({ broken: false })} />;
  }
}
