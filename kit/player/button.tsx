import type { ReactNode } from 'react';
import { AppLink } from '#kit/ui/app-link.tsx';
import { hasWords } from '#kit/ui/words.ts';
import classes from './button.module.css';

/** main: the one thing to do; soft: something else; plain: a word to tap; danger: it can not be taken back. */
export type ButtonKind = 'main' | 'soft' | 'plain' | 'danger';

interface Common {
  kind?: ButtonKind;
  children: ReactNode;
}

interface ButtonProps extends Common {
  onClick: () => void;
  disabled?: boolean;
  /** something is under way: it can not be pressed twice, and says so */
  busy?: boolean;
}

/** It waits for its words: texts of another feature may still be on their way. */
export function Button({ kind = 'main', onClick, disabled, busy, children }: ButtonProps) {
  if (!hasWords(children)) return null;
  return (
    <button
      type="button"
      className={classes.button}
      data-kind={kind}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      onClick={onClick}
    >
      {busy && <span className={classes.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Sends the form around it. */
export function SubmitButton({
  kind = 'main',
  disabled,
  busy,
  children,
}: Common & { disabled?: boolean; busy?: boolean }) {
  return (
    <button
      type="submit"
      className={classes.button}
      data-kind={kind}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <span className={classes.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Leads somewhere and looks like a button. */
export function LinkButton({ kind = 'main', to, children }: Common & { to: string }) {
  return (
    <AppLink to={to} className={classes.button} data-kind={kind}>
      {children}
    </AppLink>
  );
}
