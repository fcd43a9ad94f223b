import { ActionIcon, Button, Menu, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { ActionButtons } from './action-controls.tsx';
import { columnVisibility, parseColumnChoice, toggleColumn } from './column-choice.ts';
import { ExportButton } from './export-button.tsx';
import { ListCards } from './list-cards.tsx';
import type { Column, Filter, ListDefinition, RecordOf } from './list-definition.ts';
import { DeskFilters, PhoneFilters } from './list-filters.tsx';
import classes from './list-page.module.css';
import { activeFilterCount } from './list-state.ts';
import { cellOf, ListTable } from './list-table.tsx';
import { useActions } from './use-actions.ts';
import { type List, useList } from './use-list.ts';

const searchDelayMs = 350;

/** A list of records: a table on the desk, an endless list of cards on the phone. */
export function ListPage<E extends AnyEndpoint>({ definition }: { definition: ListDefinition<E> }) {
  const list = useList(definition);
  const runner = useActions([definition.endpoint]);
  const navigate = useNavigate();
  const searchBox = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<RecordOf<E> | undefined>();
  const [selecting, setSelecting] = useState(false);
  const columns = useColumns(definition);

  const { rowTo, rowDetail } = definition;
  const onOpen = rowTo
    ? (row: RecordOf<E>) => void navigate(rowTo(row))
    : rowDetail
      ? (row: RecordOf<E>) => setOpened(row)
      : undefined;
  // The drawer shows the newest version of the row it was opened on.
  const current = opened && (list.rows.find((row) => list.idOf(row) === list.idOf(opened)) ?? opened);

  return (
    <div className={classes.page}>
      {definition.live && <LiveRefresh prefix={definition.live} endpoint={definition.endpoint} />}
      {definition.header}
      <Toolbar
        definition={definition}
        list={list}
        runner={runner}
        columns={columns}
        searchBox={searchBox}
        selecting={selecting}
        onSelecting={setSelecting}
      />
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
        <ListSkeleton rows={list.phone ? 5 : 8} height={list.phone ? 96 : 44} />
      ) : list.status === 'error' ? (
        <ErrorState error={list.error} onRetry={() => void list.refresh()} />
      ) : list.rows.length === 0 ? (
        <NothingHere definition={definition} list={list} runner={runner} />
      ) : list.phone ? (
        <ListCards
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
          focusSearch={() => searchBox.current?.focus()}
        />
      )}
      {list.phone && !selecting && runner.allowed(definition.actions, undefined).length > 0 && (
        <StickyActions>
          <ActionButtons actions={definition.actions ?? []} subject={undefined} runner={runner} />
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

function LiveRefresh({ prefix, endpoint }: { prefix: string; endpoint: AnyEndpoint }) {
  useLiveInvalidate(prefix, endpoint);
  return null;
}

function titleOf<E extends AnyEndpoint>(definition: ListDefinition<E>, row: RecordOf<E>) {
  const column = definition.columns.find((candidate) => candidate.primary) ?? definition.columns[0];
  return column && cellOf(column, row);
}

interface Columns<R> {
  all: readonly Column<R>[];
  visible: readonly Column<R>[];
  isVisible: (key: string) => boolean;
  toggle: (key: string) => void;
}

function useColumns<E extends AnyEndpoint>(definition: ListDefinition<E>): Columns<RecordOf<E>> {
  const storageKey = `coinyard.columns.${definition.endpoint.path}.${definition.id ?? ''}`;
  const [choice, setChoice] = useState(() => parseColumnChoice(localStorage.getItem(storageKey)));
  const visibility = columnVisibility(definition.columns, choice);
  return {
    all: definition.columns,
    visible: definition.columns.filter((column) => visibility[column.key]),
    isVisible: (key) => visibility[key] ?? false,
    toggle: (key) => {
      const next = toggleColumn(definition.columns, choice, key);
      setChoice(next);
      localStorage.setItem(storageKey, JSON.stringify(next));
    },
  };
}

interface ToolbarProps<E extends AnyEndpoint> {
  definition: ListDefinition<E>;
  list: List<E>;
  runner: ReturnType<typeof useActions>;
  columns: Columns<RecordOf<E>>;
  searchBox: RefObject<HTMLInputElement | null>;
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}

function Toolbar<E extends AnyEndpoint>({
  definition,
  list,
  runner,
  columns,
  searchBox,
  selecting,
  onSelecting,
}: ToolbarProps<E>) {
  const t = useText();
  const filters = (definition.filters ?? []) as readonly Filter[];
  const Filters = list.phone ? PhoneFilters : DeskFilters;
  return (
    <div className={classes.toolbar}>
      {definition.search && <SearchBox definition={definition} list={list} input={searchBox} />}
      {filters.length > 0 && (
        <Filters
          filters={filters}
          state={list.state}
          onChange={(values) => list.patch({ filters: values })}
        />
      )}
      {!list.phone && <div className={classes.spring} />}
      {list.phone && definition.bulkActions && !selecting && list.rows.length > 0 && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('kit:page.select')}
          onClick={() => onSelecting(true)}
        >
          <Icon name="select-all" />
        </ActionIcon>
      )}
      {!list.phone && <ColumnMenu columns={columns} />}
      {definition.export && (
        <ExportButton
          endpoint={definition.endpoint}
          input={list.input}
          columns={(list.phone ? columns.all : columns.visible).filter((column) => !column.noExport)}
          total={list.total}
          iconOnly={list.phone}
        />
      )}
      {!list.phone && (
        <ActionButtons actions={definition.actions ?? []} subject={undefined} runner={runner} />
      )}
    </div>
  );
}

function SearchBox<E extends AnyEndpoint>({
  definition,
  list,
  input,
}: {
  definition: ListDefinition<E>;
  list: List<E>;
  input: RefObject<HTMLInputElement | null>;
}) {
  const t = useText();
  const [text, setText] = useState(list.state.search ?? '');
  const sent = useRef(list.state.search);
  const send = useDebouncedCallback((value: string) => {
    sent.current = value.trim() || undefined;
    list.patch({ search: sent.current });
  }, searchDelayMs);
  // Back and forward change the address without typing.
  useEffect(() => {
    if (list.state.search === sent.current) return;
    sent.current = list.state.search;
    setText(list.state.search ?? '');
  }, [list.state.search]);
  const hint = t(definition.searchHint ?? 'kit:action.search');
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
      leftSection={<Icon name="search" size={16} />}
      placeholder={hint}
      aria-label={hint}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

function ColumnMenu<R>({ columns }: { columns: Columns<R> }) {
  const t = useText();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('kit:page.columns')}>
          <Icon name="columns" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('kit:page.columns')}</Menu.Label>
        {columns.all.map((column) => (
          <Menu.CheckboxItem
            key={column.key}
            checked={columns.isVisible(column.key)}
            onChange={() => columns.toggle(column.key)}
          >
            {t(column.label)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
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
  const narrowed =
    activeFilterCount(list.state, definition.filters as readonly Filter[] | undefined) > 0 ||
    list.state.search !== undefined;
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
