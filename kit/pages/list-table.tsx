import { Checkbox, Group, Pagination, Select, Table, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { valueAt } from '#kit/contract/meaning-text.ts';
import { pageSizes } from '#kit/contract/schemas.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { PicturedWords } from '#kit/ui/thing-picture.tsx';
import { ActionMenu } from './action-controls.tsx';
import { cellOf, pictureAt, staysWhole } from './list-cell.tsx';
import type { ResolvedColumn } from './list-columns.ts';
import type { ListDefinition, RecordOf } from './list-definition.ts';
import classes from './list-page.module.css';
import { nextSort } from './list-state.ts';
import { listCommand, movedIndex } from './rows.ts';
import type { useActions } from './use-actions.ts';
import type { List } from './use-list.ts';

interface ListTableProps<E extends AnyEndpoint> {
  definition: ListDefinition<E>;
  list: List<E>;
  columns: readonly ResolvedColumn<RecordOf<E>>[];
  runner: ReturnType<typeof useActions>;
  onOpen: ((row: RecordOf<E>) => void) | undefined;
  openedId: string | undefined;
  /** false where the list has no search of its own */
  focusSearch: () => boolean;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;
/** Keys on a button or link inside a row belong to it. */
const isControl = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a, [role=menuitem]') !== null;

function useRowKeys<E extends AnyEndpoint>({ list, onOpen, focusSearch, definition }: ListTableProps<E>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(-1);
  const count = list.rows.length;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const inList = body.current?.contains(event.target as Node) ?? false;
      const command = listCommand({
        key: event.key,
        modified: event.ctrlKey || event.metaKey || event.altKey,
        typing: isTyping(event.target),
        inList: inList && !((event.key === 'Enter' || event.key === ' ') && isControl(event.target)),
      });
      const row = list.rows[active];
      if (command === 'none' || (command === 'select' && (!definition.bulkActions || !row))) return;
      if (command === 'search') {
        if (focusSearch()) event.preventDefault();
        return;
      }
      event.preventDefault();
      if (command === 'open') row && onOpen?.(row);
      else if (command === 'select') row && list.selection.toggle(row);
      else {
        const next = movedIndex(active, command === 'next' ? 1 : -1, count);
        setActive(next);
        body.current?.querySelectorAll<HTMLElement>('tr')[next]?.focus();
      }
    };
    // Capture: a list in view has the first say on `/`, before the shell's menu search.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  });
  return { body, active: Math.min(active, count - 1), setActive };
}

export function ListTable<E extends AnyEndpoint>(props: ListTableProps<E>) {
  const { definition, list, columns, runner, onOpen, openedId } = props;
  const t = useText();
  const { body, active, setActive } = useRowKeys(props);
  const selectable = (definition.bulkActions?.length ?? 0) > 0;
  const hasActions = (definition.rowActions?.length ?? 0) > 0;
  return (
    <div className={classes.table}>
      <Table.ScrollContainer minWidth={columns.length * 110} type="native">
        <Table
          highlightOnHover
          verticalSpacing="xs"
          horizontalSpacing={8}
          fz={13}
          stickyHeader={false}
          aria-busy={list.refreshing}
        >
          <Table.Thead>
            <Table.Tr>
              {selectable && (
                <Table.Th w={44} className={classes.header}>
                  <Checkbox
                    aria-label={t('kit:page.selectAll')}
                    checked={list.rows.length > 0 && list.rows.every(list.selection.has)}
                    indeterminate={list.rows.some(list.selection.has) && !list.rows.every(list.selection.has)}
                    onChange={() => list.selection.toggleAll(list.rows)}
                  />
                </Table.Th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} list={list} />
              ))}
              {hasActions && (
                <Table.Th w={56} className={`${classes.header} ${classes.actions}`}>
                  <span className={classes.hidden}>{t('kit:page.actions')}</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body} data-stale={list.stale || undefined} className={classes.body}>
            {list.rows.map((row, index) => (
              <Table.Tr
                key={list.idOf(row)}
                tabIndex={index === Math.max(0, active) ? 0 : -1}
                className={classes.row}
                data-clickable={onOpen !== undefined || undefined}
                data-opened={openedId === list.idOf(row) || undefined}
                data-selected={list.selection.has(row) || undefined}
                onFocus={() => setActive(index)}
                onClick={() => onOpen?.(row)}
              >
                {selectable && (
                  <Table.Td onClick={(event) => event.stopPropagation()}>
                    <Checkbox
                      aria-label={t('kit:page.selectRow')}
                      checked={list.selection.has(row)}
                      onChange={() => list.selection.toggle(row)}
                    />
                  </Table.Td>
                )}
                {columns.map((column) => (
                  <Table.Td
                    key={column.key}
                    ta={column.align}
                    data-column={column.key}
                    data-whole={staysWhole(column, row, t) || undefined}
                  >
                    <TableCell column={column} row={row} icon={definition.icon} />
                  </Table.Td>
                ))}
                {hasActions && (
                  <Table.Td ta="right" py={0} className={classes.actions}>
                    <ActionMenu actions={definition.rowActions ?? []} subject={row} runner={runner} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <ListFooter list={list} />
    </div>
  );
}

function TableCell<R>({
  column,
  row,
  icon,
}: {
  column: ResolvedColumn<R>;
  row: R;
  icon: IconName | undefined;
}) {
  const words = cellOf(column, row);
  // a machine without a gift has no picture of one either
  if (!column.picture || valueAt(row, column.key) === null) return words;
  return (
    <PicturedWords picture={pictureAt(row, column.picture)} icon={icon}>
      {words}
    </PicturedWords>
  );
}

function HeaderCell<E extends AnyEndpoint>({
  column,
  list,
}: {
  column: ResolvedColumn<RecordOf<E>>;
  list: List<E>;
}) {
  const t = useText();
  const by = column.sortBy;
  const sorted = by && list.state.sort === by ? (list.state.order ?? 'asc') : undefined;
  const label = t(column.label);
  if (!by)
    return (
      <Table.Th w={column.width} ta={column.align} className={classes.header} data-column={column.key}>
        {label}
      </Table.Th>
    );
  return (
    <Table.Th
      w={column.width}
      ta={column.align}
      className={classes.header}
      data-column={column.key}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
    >
      <UnstyledButton className={classes.sort} onClick={() => list.patch(nextSort(list.state, by))}>
        {label}
        <Icon
          name={sorted === 'asc' ? 'chevron-up' : sorted === 'desc' ? 'chevron-down' : 'selector'}
          size={14}
        />
      </UnstyledButton>
    </Table.Th>
  );
}

function ListFooter<E extends AnyEndpoint>({ list }: { list: List<E> }) {
  const t = useText();
  return (
    <Group justify="space-between" className={classes.footer}>
      <Hint aria-live="polite">
        {t(list.atLeast ? 'kit:page.totalAtLeast' : 'kit:page.total', { count: list.total })}
      </Hint>
      <Group gap="sm">
        <Select
          size="xs"
          w={120}
          aria-label={t('kit:page.pageSize')}
          data={pageSizes.map((size) => ({
            value: String(size),
            label: t('kit:page.perPage', { count: size }),
          }))}
          value={String(list.state.size)}
          onChange={(size) => size && list.patch({ size: Number(size) })}
          allowDeselect={false}
        />
        <Pagination
          size="sm"
          total={Math.max(1, list.pages)}
          value={list.state.current}
          onChange={(current) => list.patch({ current }, { replace: false })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? t('kit:page.nextPage') : t('kit:page.previousPage'),
          })}
          getItemProps={(page) => ({ 'aria-label': t('kit:page.pageNumber', { page }) })}
        />
      </Group>
    </Group>
  );
}
