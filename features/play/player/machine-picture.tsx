import type { ReactNode } from 'react';
import type { Machine, MachineState } from '../contract.ts';
import classes from './machine-picture.module.css';

const claw = (
  <>
    <path className={classes.line} d="M80 26v22M70 62q-2-12 10-14 12 2 10 14M80 48v12" />
    <circle className={classes.toyA} cx="62" cy="86" r="11" />
    <circle className={classes.toyB} cx="84" cy="88" r="9" />
    <circle className={classes.toyC} cx="102" cy="85" r="12" />
  </>
);
const shelves = (
  <>
    <path className={classes.line} d="M50 54h60M50 78h60" />
    {[58, 80, 102].map((x) => (
      <g key={x}>
        <rect className={classes.toyA} x={x - 6} y="36" width="12" height="16" rx="3" />
        <rect className={classes.toyC} x={x - 6} y="60" width="12" height="16" rx="3" />
      </g>
    ))}
  </>
);
const coins = (
  <>
    <circle className={classes.toyA} cx="80" cy="52" r="20" />
    <circle className={classes.ring} cx="80" cy="52" r="13" />
    <path className={classes.line} d="M58 86h44" />
  </>
);

const inside: Record<Machine['type'], ReactNode> = {
  claw,
  lottery: coins,
  exchange: coins,
  deposit: coins,
  vending: shelves,
  lipstick: shelves,
  cabinet: shelves,
};

/** The machine with its lamp: lit when it can be played. */
export function MachinePicture({ type, state }: { type: Machine['type']; state: MachineState }) {
  return (
    <svg viewBox="0 0 160 170" className={classes.picture} data-state={state} aria-hidden="true">
      <path className={classes.shadow} d="M30 164h100" />
      <rect className={classes.body} x="34" y="14" width="92" height="148" rx="14" />
      <rect className={classes.window} x="44" y="24" width="72" height="76" rx="8" />
      {inside[type]}
      <rect className={classes.panel} x="44" y="110" width="72" height="18" rx="6" />
      <circle className={classes.lamp} cx="58" cy="119" r="5" />
      <rect className={classes.slot} x="88" y="116" width="20" height="5" rx="2.5" />
      <rect className={classes.door} x="62" y="136" width="36" height="18" rx="5" />
    </svg>
  );
}
