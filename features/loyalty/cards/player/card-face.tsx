import type { ReactNode } from 'react';
import { AppLink } from '#kit/ui/app-link.tsx';
import classes from './card-face.module.css';

/** A card as it lies on the counter: its name, what it gives, and at the end what it costs or what is left of it. */
export function CardFace(props: {
  name: string;
  image: string | null;
  rights: readonly string[];
  /** above the name, in a word or two */
  mark?: ReactNode;
  note?: ReactNode;
  value?: ReactNode;
  over?: boolean;
  to?: string;
}) {
  const { name, image, rights, to } = props;
  const inside = (
    <>
      {image && <img src={image} alt="" className={classes.picture} loading="lazy" decoding="async" />}
      <span className={classes.words}>
        <span className={classes.head}>
          <strong className={classes.name}>{name}</strong>
          {props.mark && <span className={classes.mark}>{props.mark}</span>}
        </span>
        <span className={classes.rights}>
          {rights.map((right) => (
            <span key={right} className={classes.right}>
              {right}
            </span>
          ))}
        </span>
        <span className={classes.foot}>
          <span className={classes.note}>{props.note}</span>
          {props.value && <span className={classes.value}>{props.value}</span>}
        </span>
      </span>
    </>
  );
  return to ? (
    <AppLink to={to} className={classes.face} data-over={props.over || undefined}>
      {inside}
    </AppLink>
  ) : (
    <div className={classes.face} data-over={props.over || undefined}>
      {inside}
    </div>
  );
}
