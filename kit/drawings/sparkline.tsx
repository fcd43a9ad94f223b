import classes from './sparkline.module.css';

const width = 120;
const height = 32;
const inset = 3;

/** Where a line through the values runs in a box of 120 × 32, lowest value at the bottom; a flat series lies in the middle. */
export function sparkPoints(values: readonly number[]): { x: number; y: number }[] {
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const step = values.length > 1 ? (width - 2 * inset) / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: inset + index * step,
    y: range === 0 ? height / 2 : height - inset - ((value - low) / range) * (height - 2 * inset),
  }));
}

const round = (value: number) => Math.round(value * 10) / 10;

/** How a figure came here, without axes: the shape is the message. The last point is a coin. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const points = sparkPoints(values);
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const line = points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L');
  return (
    <span className={classes.spark} role="img" aria-label={label} title={label}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <path className={classes.area} d={`M${line}L${round(last.x)} ${height}L${inset} ${height}z`} />
        <path className={classes.line} d={`M${line}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <span
        className={classes.coin}
        style={{ left: `${(last.x / width) * 100}%`, top: `${(last.y / height) * 100}%` }}
      />
    </span>
  );
}
