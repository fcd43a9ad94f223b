import type { ReactNode } from 'react';
import classes from './held.module.css';

/** How much somebody has, or stands at, in large figures under its name. */
export const Held = ({ name, value }: { name: string; value: number | string }) => (
  <span className={classes.held}>
    <span className={classes.name}>{name}</span>
    <span className={classes.value}>{typeof value === 'number' ? value.toLocaleString() : value}</span>
  </span>
);

/** Several of them, side by side. */
export const HeldRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.row}>{children}</div>
);
