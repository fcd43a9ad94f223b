import type { ReactNode } from 'react';
import { dash, valueAt } from '#kit/contract/meaning-text.ts';
import { KeyValue } from '#kit/ui/display.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { MeaningView, wordsOf } from '#kit/ui/meaning-view.tsx';
import { isWhere, phoneLayout, type ResolvedColumn } from './list-columns.ts';
import classes from './two-lines.module.css';

type Shown<R> = Pick<ResolvedColumn<R>, 'key' | 'meaning' | 'render'>;

export function cellOf<R>(column: Shown<R>, row: R, short = false): ReactNode {
  if (column.render) return column.render(row);
  return <MeaningView meaning={column.meaning} row={row} path={column.key} short={short} />;
}

export const pictureAt = (row: unknown, key: string): string | null => {
  const value = valueAt(row, key);
  return typeof value === 'string' && value ? value : null;
};

/** Words may give way where there is no room; figures, times and badges never do. */
const gives = ({ meaning }: Pick<Shown<never>, 'meaning'>) =>
  meaning.kind === 'text' ||
  meaning.kind === 'phone' ||
  meaning.kind === 'machine' ||
  meaning.kind === 'site' ||
  meaning.kind === 'member' ||
  meaning.kind === 'choice' ||
  meaning.kind === 'choices' ||
  meaning.kind === 'list';

/** As long as most names and short words are, so that a table's row stays one line. */
const wholeLength = 18;

/** Whether a cell of a table keeps its words together; what says more breaks where the table wants it. */
export function staysWhole<R>(column: Shown<R>, row: R, t: Translate): boolean {
  return gives(column) && wordsOf(column.meaning, row, column.key, t).length <= wholeLength;
}

/** In two lines there is no room to say that something is not there. */
function isSaid<R>(column: Shown<R>, row: R, t: Translate): boolean {
  // A picture or a button speaks for itself; a name that is not there has nothing to decorate.
  if (column.render && !(gives(column) && valueAt(row, column.key) === null)) return true;
  const words = wordsOf(column.meaning, row, column.key, t);
  return words !== '' && words !== dash;
}

/** A number without a head above it says nothing: its name goes before it. */
const isBareNumber = <R,>({ meaning, render }: Shown<R>) => meaning.kind === 'count' && !render;

interface TwoLinesProps<R> {
  columns: readonly ResolvedColumn<R>[];
  row: R;
  /** draws the first line's subject as something to touch */
  title?: (content: ReactNode) => ReactNode;
}

/** A record in two lines: what and how much; where, how, when, and its state. */
export function TwoLines<R>({ columns, row, title = (content) => content }: TwoLinesProps<R>) {
  const t = useText();
  const { what, amount, state, more, spare } = phoneLayout(columns);
  const found = more.filter((column) => isSaid(column, row, t));
  const instead = found.some(isWhere) ? undefined : spare.find((column) => isSaid(column, row, t));
  const said = instead ? [instead, ...found] : found;
  const stateSaid = state && isSaid(state, row, t);
  return (
    <div className={classes.lines}>
      <div className={`${classes.line} ${classes.first}`}>
        <span className={classes.what}>{title(what && cellOf(what, row, true))}</span>
        {amount && isSaid(amount, row, t) && (
          <span className={classes.amount}>{cellOf(amount, row, true)}</span>
        )}
      </div>
      {(said.length > 0 || stateSaid) && (
        <div className={classes.line}>
          <span className={classes.more}>
            {said.map((column) => (
              <span
                key={column.key}
                className={`${classes.part} ${gives(column) ? classes.gives : classes.stays}`}
              >
                {isBareNumber(column) && `${t(column.label)} `}
                {cellOf(column, row, true)}
              </span>
            ))}
          </span>
          {stateSaid && <span className={classes.state}>{cellOf(state, row, true)}</span>}
        </div>
      )}
    </div>
  );
}

/** All fields of a row with their names: what two lines leave out. */
export function RowFacts<R>({ columns, row }: { columns: readonly ResolvedColumn<R>[]; row: R }) {
  const t = useText();
  return (
    <KeyValue rows={columns.map((column) => ({ label: t(column.label), value: cellOf(column, row) }))} />
  );
}
