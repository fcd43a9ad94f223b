import type { CSSProperties, ReactNode } from 'react';
import type { Scene } from '../contract.ts';
import classes from './scene.module.css';
import { insides } from './scene-insides.tsx';

type Mood = 'off' | 'fault' | 'busy' | 'ready';

const moodOf = ({ plugged, online, stopped, busy }: Scene): Mood =>
  !plugged || !online ? 'off' : stopped ? 'fault' : busy ? 'busy' : 'ready';

/** What lies in the tray after the last ending; its number starts the fall again. */
function Tray({ type, ending }: Scene) {
  const isCoins = type === 'exchange';
  const fell = ending && (ending.kind === 'won' || ending.kind === 'given' || (isCoins && ending.amount > 0));
  if (!fell) return null;
  const isPaper = type === 'lottery';
  return (
    <g key={ending.number} className={classes.fallen}>
      {isPaper ? (
        <path className={classes.gold} d="M40 262h34v5a3 3 0 0 0 0 6v5H40z" />
      ) : isCoins ? (
        [0, 1, 2].map((place) => (
          <ellipse
            key={place}
            className={classes.coin}
            cx={46 + place * 11}
            cy={272 - (place % 2) * 5}
            rx="9"
            ry="4"
          />
        ))
      ) : (
        <circle className={classes.prize} cx="57" cy="267" r="10" />
      )}
    </g>
  );
}

/** The machine as it moves; what happens is said in words beside it. */
export function SceneDrawing({ scene }: { scene: Scene }) {
  const { type, step } = scene;
  const Inside: (props: { scene: Scene }) => ReactNode = insides[type];
  const style = { '--step-ms': `${step?.ms ?? 400}ms` } as CSSProperties;
  return (
    <svg
      viewBox="0 0 240 300"
      className={classes.machine}
      data-mood={moodOf(scene)}
      data-type={type}
      data-step={step?.name ?? 'none'}
      data-holding={step?.holding ?? false}
      style={style}
      aria-hidden
    >
      <defs>
        <clipPath id="demo-glass">
          <path d="M24 200V104a96 96 0 0 1 192 0v96z" />
        </clipPath>
      </defs>
      <path className={classes.halo} d="M10 200V104a110 110 0 0 1 220 0v96" />
      <path className={classes.glass} d="M24 200V104a96 96 0 0 1 192 0v96z" />
      <g clipPath="url(#demo-glass)">
        <Inside scene={scene} />
      </g>
      <path className={classes.frame} d="M24 200V104a96 96 0 0 1 192 0v96" />
      <rect className={classes.body} x="12" y="200" width="216" height="88" rx="14" />
      <path className={classes.feet} d="M36 288v8M204 288v8" />
      <rect className={classes.tray} x="30" y="236" width="54" height="42" rx="8" />
      <Tray {...scene} />
      <rect className={classes.slot} x="186" y="222" width="6" height="26" rx="3" />
      <circle className={classes.button} cx="146" cy="236" r="13" />
      <circle className={classes.lamp} cx="120" cy="8" r="7" />
      <path className={classes.cord} d={scene.plugged ? 'M228 270h12' : 'M228 270h4'} />
    </svg>
  );
}
