import type { ReactNode } from 'react';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Scene } from '../contract.ts';
import classes from './scene.module.css';

type Inside = (props: { scene: Scene }) => ReactNode;

/** A plush animal: head, ears, eyes. */
function Plush({ x, y, gold = false }: { x: number; y: number; gold?: boolean }) {
  const colour = gold ? classes.gold : classes.prize;
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle className={colour} cx="-9" cy="-11" r="5.5" />
      <circle className={colour} cx="9" cy="-11" r="5.5" />
      <circle className={colour} r="14" />
      <circle className={classes.eye} cx="-4.5" cy="-2" r="1.6" />
      <circle className={classes.eye} cx="4.5" cy="-2" r="1.6" />
    </g>
  );
}

const pile: readonly [x: number, y: number, gold: boolean][] = [
  [112, 190, true],
  [140, 186, false],
  [170, 190, true],
  [198, 188, false],
  [126, 170, false],
  [184, 168, true],
];

/** Where the trolley is and how low the claw hangs follow from the step, in the time that it takes. */
const Claw: Inside = () => (
  <>
    <path className={classes.chute} d="M36 200v-42h46v42" />
    {pile.map(([x, y, gold]) => (
      <Plush key={`${x} ${y}`} x={x} y={y} gold={gold} />
    ))}
    <path className={classes.line} d="M24 50h192" />
    <g className={classes.trolley}>
      <rect className={classes.steel} x="-16" y="43" width="32" height="13" rx="4" />
      <g className={classes.hanging}>
        <path className={classes.rope} d="M0 -70v134" />
        <g className={classes.held}>
          <Plush x={0} y={98} />
        </g>
        <path className={classes.finger} data-side="left" d="M0 66c-12 5-17 15-13 28" />
        <path className={classes.finger} data-side="right" d="M0 66c12 5 17 15 13 28" />
        <circle className={classes.steel} cx="0" cy="66" r="8" />
      </g>
    </g>
  </>
);

/** A full hopper of the demo holds about so many coins. */
const fullHopper = 2000;
const coinHeights = [188, 175, 162, 149, 136, 123, 110, 97];

const Exchange: Inside = ({ scene: { pieces, step } }) => {
  const rows = pieces ? Math.ceil((pieces / fullHopper) * coinHeights.length) : 0;
  return (
    <>
      <rect className={classes.screen} x="72" y="34" width="96" height="36" rx="8" />
      <text className={classes.digits} x="120" y="61">
        {step?.name === 'coin' ? (step.count ?? 0) + 1 : (pieces ?? 0)}
      </text>
      {[76, 120, 164].flatMap((x) =>
        coinHeights
          .slice(0, rows)
          .map((y) => <ellipse key={`${x} ${y}`} className={classes.coin} cx={x} cy={y} rx="20" ry="7" />),
      )}
      {step?.name === 'coin' && (
        <ellipse
          key={step.count}
          className={`${classes.coin} ${classes.dropping}`}
          cx="120"
          cy="90"
          rx="14"
          ry="6"
        />
      )}
      {step?.name === 'readNote' && (
        <rect className={classes.note} x="84" y="80" width="72" height="26" rx="4" />
      )}
    </>
  );
};

const shownLanes = 12;
const laneColumns = 4;
const lanePlace = (index: number) => ({
  x: 42 + (index % laneColumns) * 40,
  y: 48 + Math.floor(index / laneColumns) * 50,
});

/** Lanes as a shelf: what is in each, the one that turns stands out. */
const Shelf: Inside = ({ scene: { lanes, step } }) => (
  <>
    {lanes.slice(0, shownLanes).map(({ lane, stock }, index) => {
      const { x, y } = lanePlace(index);
      const active = step?.lane === lane;
      return (
        <g key={lane} data-active={active} className={classes.lane}>
          <path className={classes.line} d={`M${x - 2} ${y + 42}h36`} />
          {stock > 0 && (
            <g className={classes.product}>
              <rect
                className={index % 3 === 1 ? classes.gold : classes.prize}
                x={x + 6}
                y={y + 10}
                width="20"
                height="29"
                rx="5"
              />
              <rect className={classes.label} x={x + 6} y={y + 20} width="20" height="9" />
            </g>
          )}
          <text className={classes.stock} x={x + 16} y={y + 29}>
            {stock}
          </text>
        </g>
      );
    })}
  </>
);

const needlesOnDisc = [0, 45, 90, 160, 215, 270, 320];

const Lipstick: Inside = ({ scene }) => (
  <>
    <g className={classes.disc}>
      {needlesOnDisc.map((angle) => (
        <path key={angle} className={classes.needle} d="M120 70V34" transform={`rotate(${angle} 120 84)`} />
      ))}
      <circle className={classes.gold} cx="120" cy="84" r="26" />
      <circle className={classes.glassDot} cx="120" cy="84" r="9" />
    </g>
    {scene.lanes.slice(0, 6).map(({ lane, stock }, index) => (
      <g key={lane} data-active={scene.step?.lane === lane} className={classes.lane}>
        <rect
          className={stock > 0 ? classes.prize : classes.gone}
          x={38 + index * 29}
          y="150"
          width="18"
          height="34"
          rx="5"
        />
        <text className={classes.stock} x={47 + index * 29} y="171">
          {stock}
        </text>
      </g>
    ))}
  </>
);

const Lottery: Inside = ({ scene: { step, pieces } }) => (
  <>
    <rect className={classes.screen} x="52" y="58" width="136" height="64" rx="12" />
    {[80, 120, 160].map((x, place) => (
      <g key={x} className={classes.reel} style={{ animationDelay: `${place * -130}ms` }}>
        <circle className={place === 1 ? classes.gold : classes.prize} cx={x} cy="90" r="14" />
      </g>
    ))}
    <text className={classes.digitsPlain} x="120" y="150">
      {pieces ?? 0}
    </text>
    {step?.name === 'ticket' && (
      <rect key={step.count} className={classes.note} x="96" y="164" width="48" height="26" rx="4" />
    )}
  </>
);

const cabinetCells = 9;

const Cabinet: Inside = ({ scene: { lanes, step } }) => (
  <>
    {lanes.slice(0, cabinetCells).map(({ lane, stock }, index) => {
      const x = 46 + (index % 3) * 52;
      const y = 44 + Math.floor(index / 3) * 52;
      return (
        <g key={lane} data-active={step?.lane === lane} className={classes.lane}>
          {stock > 0 && (
            <circle className={index % 2 ? classes.gold : classes.prize} cx={x + 22} cy={y + 24} r="13" />
          )}
          <rect className={classes.door} x={x} y={y} width="44" height="46" rx="5" />
        </g>
      );
    })}
  </>
);

const Deposit: Inside = ({ scene: { step } }) => (
  <>
    <path className={classes.funnel} d="M54 92h132l-46 50v34h-40v-34z" />
    {step?.name === 'count' && (
      <circle key={step.count} className={`${classes.coin} ${classes.dropping}`} cx="120" cy="60" r="11" />
    )}
    <rect className={classes.screen} x="72" y="34" width="96" height="36" rx="8" />
    <text className={classes.digits} x="120" y="61">
      {step?.count ?? 0}
    </text>
  </>
);

export const insides: Record<DeviceType, Inside> = {
  claw: Claw,
  exchange: Exchange,
  vending: Shelf,
  lipstick: Lipstick,
  lottery: Lottery,
  cabinet: Cabinet,
  deposit: Deposit,
};
