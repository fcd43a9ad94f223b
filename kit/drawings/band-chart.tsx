import classes from './band-chart.module.css';

export interface BandPoint {
  low: number;
  middle: number;
  high: number;
  was: number;
}

const width = 320;
const height = 132;
const inset = 4;

const round = (value: number) => Math.round(value * 10) / 10;

/** Where the points lie in a box of 320 × 132, nothing at the bottom and the highest of all at the top. */
export function bandPaths(points: readonly BandPoint[]): {
  band: string;
  middle: string;
  was: string;
  most: number;
} {
  const most = Math.max(1, ...points.flatMap(({ high, was }) => [high, was]));
  const step = points.length > 1 ? (width - 2 * inset) / (points.length - 1) : 0;
  const x = (index: number) => round(points.length > 1 ? inset + index * step : width / 2);
  const y = (value: number) => round(height - inset - (value / most) * (height - 2 * inset));
  const line = (read: (point: BandPoint) => number, list: readonly { point: BandPoint; index: number }[]) =>
    list.map(({ point, index }) => `${x(index)} ${y(read(point))}`).join('L');
  const placed = points.map((point, index) => ({ point, index }));
  return {
    band: `M${line(({ high }) => high, placed)}L${line(({ low }) => low, placed.toReversed())}z`,
    middle: `M${line(({ middle }) => middle, placed)}`,
    was: `M${line(({ was }) => was, placed)}`,
    most,
  };
}

/**
 * What should have been as a band with its middle dashed, and what was as a line: told apart by shape, not by colour alone.
 * Words for the axis come from the caller; the figures stand in a table beside it.
 */
export function BandChart({
  points,
  label,
  most,
  from,
  to,
  names,
}: {
  points: readonly BandPoint[];
  /** what the picture says, in the reader's language */
  label: string;
  /** the words of the highest value */
  most: (value: number) => string;
  from: string;
  to: string;
  names: { band: string; middle: string; was: string };
}) {
  const paths = bandPaths(points);
  const last = points.at(-1);
  return (
    <figure className={classes.figure}>
      <div className={classes.box}>
        <span className={classes.most} aria-hidden>
          {most(paths.most)}
        </span>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className={classes.picture}
        >
          <path className={classes.band} d={paths.band} />
          <path className={classes.middle} d={paths.middle} vectorEffect="non-scaling-stroke" />
          <path className={classes.was} d={paths.was} vectorEffect="non-scaling-stroke" />
        </svg>
        {last && (
          <span
            className={classes.dot}
            style={{
              top: `${((height - inset - (last.was / paths.most) * (height - 2 * inset)) / height) * 100}%`,
            }}
            aria-hidden
          />
        )}
      </div>
      <div className={classes.times} aria-hidden>
        <span>{from}</span>
        <span>{to}</span>
      </div>
      <figcaption className={classes.legend}>
        <span data-line="was">{names.was}</span>
        <span data-line="middle">{names.middle}</span>
        <span data-line="band">{names.band}</span>
      </figcaption>
    </figure>
  );
}
