import type { ReactNode } from 'react';
import { Page } from '#kit/player/page.tsx';
import classes from './coin-link.module.css';

/** A coin on its way into the slot. */
export function CoinPicture({ moving = false }: { moving?: boolean }) {
  return (
    <svg className={classes.picture} viewBox="0 0 160 160" fill="none" aria-hidden="true" focusable="false">
      <rect className={classes.machine} x="34" y="84" width="92" height="66" rx="12" />
      <rect className={classes.slot} x="58" y="98" width="44" height="7" rx="3.5" />
      <g className={classes.coin} data-moving={moving || undefined}>
        <circle className={classes.coinFace} cx="80" cy="46" r="32" />
        <circle className={classes.coinRing} cx="80" cy="46" r="23" />
        <path className={classes.coinMark} d="M80 34v24" />
      </g>
    </svg>
  );
}

export function CoinNotice(props: { title: ReactNode; hint?: ReactNode; children?: ReactNode }) {
  return (
    <Page centred>
      <CoinPicture />
      <h1 className={classes.title}>{props.title}</h1>
      {props.hint && <p className={classes.hint}>{props.hint}</p>}
      {props.children}
    </Page>
  );
}
