import type { ReactNode } from 'react';
import classes from './sticky-actions.module.css';

/** Actions at the lower edge: within thumb's reach on the phone, in the flow of the page on the desk. */
export function StickyActions({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={classes.bar}>
      {aside && <div className={classes.aside}>{aside}</div>}
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
