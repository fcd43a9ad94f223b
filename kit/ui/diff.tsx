import { Table } from '@mantine/core';
import { formatDate } from '#kit/kernel/time.ts';
import classes from './diff.module.css';
import { diffRows } from './diff-rows.ts';
import { Hint } from './display.tsx';
import { type Translate, useText } from './i18n.ts';

interface DiffProps {
  before: unknown;
  after: unknown;
  /** the word for a field's path; the path itself unless told */
  nameOf?: (path: string) => string;
  /** the words for a value; undefined leaves it to the common ones */
  textOf?: (value: unknown, path: string) => string | undefined;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Records are logged as data; people read yes and no, their own time, and lists without brackets. */
function readable(t: Translate, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'kit:state.yes' : 'kit:state.no');
  if (Array.isArray(value)) return value.map((item) => readable(t, item)).join(', ') || '—';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value === '') return '—';
  return instant.test(value) ? formatDate(new Date(value)) : value;
}

/** Before and after of a record as readable rows. */
export function Diff({ before, after, nameOf, textOf }: DiffProps) {
  const t = useText();
  const rows = diffRows(before, after, (value, path) => textOf?.(value, path) ?? readable(t, value));
  if (rows.length === 0) return <Hint>{t('kit:ui.noChange')}</Hint>;
  return (
    <Table verticalSpacing={6} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('kit:ui.diffField')}</Table.Th>
          <Table.Th>{t('kit:ui.diffBefore')}</Table.Th>
          <Table.Th>{t('kit:ui.diffAfter')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.path} data-change={row.change}>
            <Table.Td>{nameOf?.(row.path) ?? row.path}</Table.Td>
            <Table.Td>
              {row.before !== undefined && <del className={classes.before}>{row.before}</del>}
            </Table.Td>
            <Table.Td>{row.after !== undefined && <ins className={classes.after}>{row.after}</ins>}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
