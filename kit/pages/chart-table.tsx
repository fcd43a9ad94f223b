import { ScrollArea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import classes from './chart-table.module.css';
import { SaveFigures } from './save-figures.tsx';

export interface ChartColumn<R> {
  /** in the reader's language */
  label: string;
  value: (row: R) => ReactNode;
}

export interface ChartTableProps<R> {
  /** what the chart shows, in the reader's language */
  title: string;
  rows: readonly R[];
  /** the first one names the row */
  columns: readonly ChartColumn<R>[];
  /** it stands there without being asked for: it says what the colours mean */
  open?: boolean;
}

/**
 * The figures of a chart in words and numbers, for those who do not see it and those who want to know exactly, and as a file
 * to take along. Charts bring it themselves (`charts.tsx`).
 */
export function ChartTable<R>({ open = false, ...shown }: ChartTableProps<R>) {
  const t = useText();
  if (open)
    return (
      <div>
        <Rows {...shown} open />
      </div>
    );
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>{t('kit:page.asTable')}</summary>
      <Rows {...shown} />
    </details>
  );
}

function Rows<R>({ title, rows, columns, open }: ChartTableProps<R>) {
  const table = useRef<HTMLTableElement>(null);
  const [first, ...others] = columns;
  return (
    <>
      <ScrollArea.Autosize
        mah={320}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
      >
        <table className={classes.table} data-open={open || undefined} ref={table}>
          <thead>
            <tr>
              {columns.map(({ label }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may come later than figures; a column is its place
                <th key={at} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as with columns
              <tr key={place}>
                <th scope="row">{first?.value(row)}</th>
                {others.map(({ value }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as with columns
                  <td key={at}>{value(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Autosize>
      <SaveFigures title={title} table={table} />
    </>
  );
}
