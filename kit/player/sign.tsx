import type { ReactNode } from 'react';
import classes from './sign.module.css';

/** A drawing by lines in a circle, before a row that leads somewhere; the row says it in words. */
export const Sign = ({ children }: { children: ReactNode }) => (
  <span className={classes.sign}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  </span>
);
