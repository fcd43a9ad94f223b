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

/**
 * The figures of a chart in words and numbers, for those who do not see it and those who want to know exactly, and as a file
 * to take along. The first column names the row.
 */
export function ChartTable<R>({
  title,
  rows,
  keyOf,
  columns,
}: {
  /** what the chart shows, in the reader's language */
  title: string;
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  columns: readonly ChartColumn<R>[];
}) {
  const t = useText();
  const table = useRef<HTMLTableElement>(null);
  const [first, ...others] = columns;
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>{t('kit:page.asTable')}</summary>
      <ScrollArea.Autosize
        mah={320}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
      >
        <table className={classes.table} ref={table}>
          <thead>
            <tr>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">{first?.value(row)}</th>
                {others.map(({ label, value }) => (
                  <td key={label}>{value(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Autosize>
      <SaveFigures title={title} table={table} />
    </details>
  );
}
