import type { ReactNode } from 'react';
import classes from './red-packet.module.css';

/** The packet as a picture: the name of the campaign, who it is from, and what stands where the seal is. */
export function Envelope(props: {
  name: string;
  from: string;
  /** there is nothing in it for the reader */
  quiet?: boolean;
  opening?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={classes.envelope}
      data-quiet={props.quiet || undefined}
      data-opening={props.opening || undefined}
    >
      <div className={classes.flap} aria-hidden="true" />
      <div className={classes.face}>
        <span className={classes.from}>{props.from}</span>
        <strong className={classes.name}>{props.name}</strong>
      </div>
      <div className={classes.seal}>{props.children}</div>
    </div>
  );
}
