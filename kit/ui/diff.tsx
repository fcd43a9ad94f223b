import { Table, Text } from '@mantine/core';
import classes from './diff.module.css';
import { diffRows } from './diff-rows.ts';
import { useText } from './i18n.ts';

interface DiffProps {
  before: unknown;
  after: unknown;
  /** the word for a field's path; the path itself unless told */
  nameOf?: (path: string) => string;
}

/** Before and after of a record as readable rows. */
export function Diff({ before, after, nameOf }: DiffProps) {
  const t = useText();
  const rows = diffRows(before, after);
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('kit:ui.noChange')}
      </Text>
    );
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
