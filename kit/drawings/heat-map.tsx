import classes from './heat-map.module.css';

export interface HeatRow {
  key: string | number;
  /** in front of the row */
  name: string;
  values: readonly (number | null)[];
}

const levels = 5;

/** From 0, nothing, to 5, the most there is: steps of lightness that everybody tells apart. */
export function heatLevel(value: number | null, most: number): number {
  if (value === null || value <= 0 || most <= 0) return 0;
  return Math.min(levels, Math.max(1, Math.ceil((value / most) * levels)));
}

/** A field of squares, darker for more; a picture with words. The figures stand in a table beside it. */
export function HeatMap({
  rows,
  columns,
  label,
  nameOf,
}: {
  rows: readonly HeatRow[];
  /** under the field; '' where there is no room for a name */
  columns: readonly string[];
  label: string;
  /** what a square says when one points at it */
  nameOf?: (row: HeatRow, column: number) => string;
}) {
  const most = Math.max(0, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <div
      className={classes.map}
      role="img"
      aria-label={label}
      style={{ gridTemplateColumns: `auto repeat(${columns.length}, minmax(0, 1fr))` }}
    >
      {rows.map((row) => [
        <span key={`${row.key} name`} className={classes.name}>
          {row.name}
        </span>,
        ...row.values.map((value, column) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place
            key={`${row.key} ${column}`}
            className={classes.square}
            data-level={heatLevel(value, most)}
            title={nameOf?.(row, column)}
          />
        )),
      ])}
      <span />
      {columns.map((name, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <span key={column} className={classes.column}>
          {name}
        </span>
      ))}
    </div>
  );
}
