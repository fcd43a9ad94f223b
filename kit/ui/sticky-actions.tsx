import type { ReactNode } from 'react';
import classes from './sticky-actions.module.css';

interface StickyActionsProps {
  children: ReactNode;
  aside?: ReactNode;
  /** on the desk too: where a page is long and its next step must not be looked for */
  everywhere?: boolean;
}

/** Actions at the lower edge: within thumb's reach on the phone, in the flow of the page on the desk. */
export function StickyActions({ children, aside, everywhere }: StickyActionsProps) {
  return (
    <div className={classes.bar} data-everywhere={everywhere || undefined}>
      {aside && <div className={classes.aside}>{aside}</div>}
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
