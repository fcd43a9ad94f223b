import type { ReactNode } from 'react';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import classes from './machine-drawing.module.css';

/** What is drawn of a machine's state: glowing in use, calm online, grey offline, red at fault. */
export type MachineMood = 'busy' | 'online' | 'offline' | 'fault';

const claw = (
  <>
    <path className={classes.line} d="M32 12v9M24 31c-1-6 3-9 8-10 5 1 9 4 8 10M32 21v7" />
    <circle className={classes.prize} cx="23" cy="45" r="5.5" />
    <circle className={classes.gold} cx="33" cy="46.5" r="4.5" />
    <circle className={classes.prize} cx="42" cy="45" r="5" />
  </>
);

const exchange = (
  <>
    <path className={classes.line} d="M24 19h16" />
    {[47, 42, 37, 32].map((y) => (
      <ellipse key={y} className={classes.coin} cx="32" cy={y} rx="9.5" ry="3.6" />
    ))}
    <ellipse className={classes.gold} cx="32" cy="27" rx="6" ry="2.4" />
  </>
);

const vending = (
  <>
    <path className={classes.line} d="M18 34h28M18 49.5h28" />
    <rect className={classes.prize} x="20" y="22" width="6" height="11" rx="2" />
    <rect className={classes.gold} x="29" y="20" width="6" height="13" rx="2" />
    <rect className={classes.prize} x="38" y="22" width="6" height="11" rx="2" />
    <rect className={classes.prize} x="20" y="38" width="6" height="11" rx="2" />
    <rect className={classes.prize} x="29" y="38" width="6" height="11" rx="2" />
    <rect className={classes.prize} x="38" y="40" width="6" height="9" rx="2" />
  </>
);

const lipstick = (
  <>
    <path className={classes.gold} d="M27.5 28v-6c0-3 5-7 9-8v14z" />
    <rect className={classes.prize} x="26" y="28" width="12" height="8" rx="1" />
    <rect className={classes.frameFill} x="24" y="36" width="16" height="13" rx="2" />
  </>
);

const lottery = (
  <>
    <path
      className={classes.gold}
      d="M21 24h22v5a3 3 0 0 0 0 6v5H21v-5a3 3 0 0 0 0-6z"
      transform="rotate(-10 32 32)"
    />
    <path className={classes.dash} d="M32 23v18" transform="rotate(-10 32 32)" />
    <path className={classes.line} d="M20 49h24" />
  </>
);

const cabinet = (
  <>
    <path className={classes.line} d="M32 16v33M18 33h28" />
    <circle className={classes.prize} cx="25" cy="27" r="4" />
    <path
      className={classes.gold}
      d="M39.5 20.5l1.9 3.9 4.3.6-3.1 3 .7 4.3-3.8-2-3.8 2 .7-4.3-3.1-3 4.3-.6z"
    />
    <rect className={classes.prize} x="21.5" y="38.5" width="7" height="9" rx="2" />
    <circle className={classes.prize} cx="39.5" cy="43" r="4.5" />
  </>
);

const deposit = (
  <>
    <circle className={classes.gold} cx="32" cy="21" r="6" />
    <path className={classes.line} d="M22 33h20M32 28v4" />
    <path className={classes.prize} d="M20 38h24l-3 11H23z" />
  </>
);

const inside: Record<DeviceType, ReactNode> = {
  claw,
  exchange,
  vending,
  lipstick,
  lottery,
  cabinet,
  deposit,
};

/** One machine of its type under the dome. Its state is told in words beside it: the drawing is silent for readers. */
export function MachineDrawing({
  type,
  mood,
  size = 44,
}: {
  type: DeviceType;
  mood: MachineMood;
  size?: number | string;
}) {
  return (
    <svg
      viewBox="0 0 64 64"
      className={classes.machine}
      data-mood={mood}
      style={{ width: size, height: size }}
      aria-hidden
    >
      <path className={classes.halo} d="M4 58V32a28 28 0 0 1 56 0v26" />
      <path className={classes.glass} d="M11 52V32a21 21 0 0 1 42 0v20z" />
      {inside[type]}
      <path className={classes.frame} d="M11 52V32a21 21 0 0 1 42 0v20" />
      <path className={classes.frame} d="M7 54.5h50" />
      {mood === 'fault' && (
        <>
          <circle className={classes.mark} cx="51" cy="15" r="9" />
          <path className={classes.markLine} d="M51 10.5v5M51 19.4v.1" />
        </>
      )}
    </svg>
  );
}
