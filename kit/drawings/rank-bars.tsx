import type { ReactNode } from 'react';
import classes from './rank-bars.module.css';

export interface RankBar {
  key: string;
  name: string;
  amount: number;
  /** in words */
  value: ReactNode;
}

/** Names with lying bars, the largest first; each can be tapped where that leads somewhere. */
export function RankBars({ bars, onPick }: { bars: readonly RankBar[]; onPick?: (key: string) => void }) {
  const most = Math.max(1, ...bars.map(({ amount }) => amount));
  return (
    <ol className={classes.bars}>
      {bars.map(({ key, name, amount, value }) => {
        const content = (
          <>
            <span className={classes.words}>
              <span className={classes.name} title={name}>
                {name}
              </span>
              <span>{value}</span>
            </span>
            <span className={classes.track}>
              <span style={{ width: `${Math.max(0, amount / most) * 100}%` }} />
            </span>
          </>
        );
        return (
          <li key={key}>
            {onPick && key ? (
              <button type="button" className={classes.bar} onClick={() => onPick(key)}>
                {content}
              </button>
            ) : (
              <span className={classes.bar}>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
