import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { ActionButtons, PhoneActions } from './action-controls.tsx';
import { cellOf, RowFacts } from './list-cell.tsx';
import { phoneLayout } from './list-columns.ts';
import { defineList, type ListDefinition, type ListOptions, type RecordOf } from './list-definition.ts';
import classes from './list-page.module.css';
import { ListRows } from './list-rows.tsx';
import { activeFilterCount } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import { ListToolbar, useColumns } from './list-toolbar.tsx';
import { SavedViews } from './saved-views.tsx';
import { useActions } from './use-actions.ts';
import { type List, useList } from './use-list.ts';

/** A screen that is a list and nothing else: `export default listPage({ endpoint, columns, … })`. */
export function listPage<E extends AnyEndpoint>(options: ListOptions<E>) {
  const definition = defineList(options);
  return () => <ListPage definition={definition} />;
}

/** Columns that the desk hides until somebody chooses them. */
export const optional = (...keys: string[]) => keys.map((key) => ({ key, optional: true }));

/** Columns that a phone's row has no place for. */
export const deskOnly = (...keys: string[]) => keys.map((key) => ({ key, phone: false as const }));

/** A list of records: a table on the desk, an endless list of two-line rows on the phone. */
export function ListPage<E extends AnyEndpoint>({ definition }: { definition: ListDefinition<E> }) {
  const list = useList(definition);
  const runner = useActions([definition.endpoint]);
  const navigate = useNavigate();
  const searchBox = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<RecordOf<E> | undefined>();
  const [selecting, setSelecting] = useState(false);
  const columns = useColumns(definition);

  const { rowTo } = definition;
  // Two lines do not show every field: on the phone a row that leads nowhere opens to all of them.
  const rowDetail =
    definition.rowDetail ??
    ((list.phone || definition.facts) && !rowTo
      ? (row: RecordOf<E>) => <RowFacts columns={definition.columns} row={row} />
      : undefined);
  const onOpen = rowTo
    ? (row: RecordOf<E>) => void navigate(rowTo(row))
    : rowDetail
      ? (row: RecordOf<E>) => setOpened(row)
      : undefined;
  // The drawer shows the newest version of the row it was opened on.
  const current = opened && (list.rows.find((row) => list.idOf(row) === list.idOf(opened)) ?? opened);

  return (
    <div className={classes.page}>
      {definition.header}
      <ListToolbar
        definition={definition}
        list={list}
        runner={runner}
        columns={columns}
        searchBox={searchBox}
        selecting={selecting}
        onSelecting={setSelecting}
      />
      {definition.views && <SavedViews endpoint={definition.endpoint} filters={definition.filters} />}
      <SelectionBar
        definition={definition}
        list={list}
        runner={runner}
        active={list.phone ? selecting : list.selection.count > 0}
        onEnd={() => {
          list.selection.clear();
          setSelecting(false);
        }}
      />
      {list.status === 'loading' ? (
        <ListSkeleton rows={list.phone ? 10 : 8} height={list.phone ? 48 : 44} />
      ) : list.status === 'error' ? (
        <ErrorState error={list.error} onRetry={() => void list.refresh()} />
      ) : list.rows.length === 0 ? (
        <NothingHere definition={definition} list={list} runner={runner} />
      ) : list.phone ? (
        <ListRows
          definition={definition}
          list={list}
          runner={runner}
          onOpen={onOpen}
          selecting={selecting}
          onSelecting={setSelecting}
        />
      ) : (
        <ListTable
          definition={definition}
          list={list}
          columns={columns.visible}
          runner={runner}
          onOpen={onOpen}
          openedId={current && list.idOf(current)}
          focusSearch={() => {
            searchBox.current?.focus();
            return searchBox.current !== null;
          }}
        />
      )}
      {list.phone && !selecting && runner.allowed(definition.actions, undefined).length > 0 && (
        <StickyActions>
          <PhoneActions actions={definition.actions ?? []} subject={undefined} runner={runner} />
        </StickyActions>
      )}
      {rowDetail && (
        <Sheet
          opened={current !== undefined}
          onClose={() => setOpened(undefined)}
          title={current && (definition.rowTitle?.(current) ?? titleOf(definition, current))}
          footer={
            current &&
            definition.rowActions &&
            runner.allowed(definition.rowActions, current).length > 0 && (
              <ActionButtons
                actions={definition.rowActions}
                subject={current}
                runner={runner}
                onDone={() => setOpened(undefined)}
              />
            )
          }
        >
          {current && rowDetail(current, () => setOpened(undefined))}
        </Sheet>
      )}
    </div>
  );
}

function titleOf<E extends AnyEndpoint>(definition: ListDefinition<E>, row: RecordOf<E>) {
  const { what } = phoneLayout(definition.columns);
  return what && cellOf(what, row);
}

function SelectionBar<E extends AnyEndpoint>({
  definition,
  list,
  runner,
  active,
  onEnd,
}: {
  definition: ListDefinition<E>;
  list: List<E>;
  runner: ReturnType<typeof useActions>;
  active: boolean;
  onEnd: () => void;
}) {
  const t = useText();
  if (!active || !definition.bulkActions) return null;
  const rows = list.selection.rows;
  const bar = (
    <>
      <Text size="sm" fw={600} flex={1} aria-live="polite">
        {t('kit:page.selected', { count: rows.length })}
      </Text>
      {rows.length > 0 && (
        <ActionButtons actions={definition.bulkActions} subject={rows} runner={runner} onDone={onEnd} />
      )}
      <Button variant="subtle" color="gray" onClick={onEnd}>
        {t('kit:action.cancel')}
      </Button>
    </>
  );
  return <div className={classes.selection}>{bar}</div>;
}

function NothingHere<E extends AnyEndpoint>({
  definition,
  list,
  runner,
}: {
  definition: ListDefinition<E>;
  list: List<E>;
  runner: ReturnType<typeof useActions>;
}) {
  const t = useText();
  const narrowed = activeFilterCount(list.state, definition.filters) > 0 || list.state.search !== undefined;
  if (narrowed)
    return (
      <EmptyState
        title={t('kit:page.noMatch')}
        hint={t('kit:page.noMatchHint')}
        action={
          <Button variant="light" onClick={() => list.patch({ filters: {}, search: undefined })}>
            {t('kit:page.clearFilters')}
          </Button>
        }
      />
    );
  const { title, hint, action } = definition.empty;
  return (
    <EmptyState
      title={t(title)}
      hint={hint && t(hint)}
      action={
        action ??
        (!list.phone && (
          <ActionButtons
            actions={(definition.actions ?? []).slice(0, 1)}
            subject={undefined}
            runner={runner}
          />
        ))
      }
    />
  );
}
