import type { ReactNode } from 'react';
import classes from './notice.module.css';

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

/** A sentence about what happened or what to do. A bad one is read out at once, the others when there is time. */
export function Notice({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** A word about a state, beside what it is the state of. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}

/** A whole page's worth of "nothing here" or "that did not work": a picture, what it is, and the way on. */
export function Blank(props: {
  picture?: ReactNode;
  title: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={classes.blank}>
      {props.picture ?? <BlankPicture />}
      <h2 className={classes.title}>{props.title}</h2>
      {props.hint && <p className={classes.hint}>{props.hint}</p>}
      {props.children}
    </div>
  );
}

/** An open hand, and no coin on it. */
function BlankPicture() {
  return (
    <svg viewBox="0 0 120 80" className={classes.picture} aria-hidden="true">
      <path
        className={classes.line}
        d="M22 56q18-10 34-2h20a6 6 0 0 1 0 12H56M14 54v22M76 58l20-9a6 6 0 0 1 6 11L80 74H22"
      />
      <circle className={classes.ghost} cx="66" cy="26" r="14" />
    </svg>
  );
}
