import { useEffect } from 'react';
import type { To } from 'react-router';

/** Asked before a page with unsaved input is left; false keeps the person on it. */
export type LeaveQuestion = () => boolean | Promise<boolean>;

const questions = new Set<LeaveQuestion>();

export async function mayLeave(): Promise<boolean> {
  for (const ask of [...questions]) if (!(await ask())) return false;
  return true;
}

export const hasLeaveQuestion = () => questions.size > 0;

/** Asks `ask` on every way out of the page while `active`: links, back, closing the tab. */
export function useLeaveGuard(active: boolean, ask: LeaveQuestion): void {
  useEffect(() => {
    if (!active) return;
    questions.add(ask);
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => {
      questions.delete(ask);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [active, ask]);
}

/** Closers of open dialogs, the newest last: the Back message of a parent page closes one instead of leaving. */
const closers: (() => void)[] = [];

export function useDialogCloser(open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    closers.push(close);
    return () => {
      const index = closers.lastIndexOf(close);
      if (index >= 0) closers.splice(index, 1);
    };
  }, [open, close]);
}

export function closeTopDialog(): boolean {
  const close = closers.at(-1);
  close?.();
  return close !== undefined;
}

export interface Navigation {
  go(to: To, options?: { replace?: boolean }): void;
  /** to `fallback` where the page was opened directly */
  back(fallback?: string): void;
}

let installed: Navigation | undefined;
export const installNavigation = (navigation: Navigation) => {
  installed = navigation;
};

/** For code outside components; components use `useNavigate` of react-router. */
export const navigation: Navigation = {
  go: (to, options) => installed?.go(to, options),
  back: (fallback) => installed?.back(fallback),
};
