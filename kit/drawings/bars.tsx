import classes from './bars.module.css';

export interface Bar {
  key: string | number;
  /** 0 to 1 of the whole height */
  part: number;
  tone?: 'plain' | 'now' | 'low' | 'bad' | 'quiet' | undefined;
}

/** Thin upright bars, one a lane, an hour or a day. With a label they are a picture with words; without, decoration. */
export function Bars({
  bars,
  label,
  height = 36,
}: {
  bars: readonly Bar[];
  label?: string;
  height?: number;
}) {
  const said = label
    ? ({ role: 'img', 'aria-label': label, title: label } as const)
    : ({ 'aria-hidden': true } as const);
  return (
    <div className={classes.bars} style={{ height }} {...said}>
      {bars.map(({ key, part, tone = 'plain' }) => (
        <div key={key} className={classes.bar} data-tone={tone}>
          <span style={{ height: `${Math.min(1, Math.max(0, part)) * 100}%` }} />
        </div>
      ))}
    </div>
  );
}

/** Bars of amounts against the highest of them; the last one is now. */
export function barsOf(amounts: readonly number[]): Bar[] {
  const most = Math.max(1, ...amounts);
  return amounts.map((amount, index) => ({
    key: index,
    part: amount / most,
    ...(index === amounts.length - 1 && { tone: 'now' as const }),
  }));
}
