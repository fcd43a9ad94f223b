import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

/** What belongs together. `heading` names it to everybody; a card of one thing needs none. */
export function Card({
  heading,
  aside,
  children,
}: {
  heading?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  if (!heading) return <div className={classes.card}>{children}</div>;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.heading}>
          {heading}
        </h2>
        {aside && <span className={classes.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** Names and values below each other. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
