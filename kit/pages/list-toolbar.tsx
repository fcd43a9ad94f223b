import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { ActionButtons } from './action-controls.tsx';
import { columnVisibility, parseColumnChoice, toggleColumn } from './column-choice.ts';
import { ExportButton } from './export-button.tsx';
import type { ResolvedColumn } from './list-columns.ts';
import type { ListDefinition, RecordOf } from './list-definition.ts';
import { DeskFilters, PhoneFilters } from './list-filters.tsx';
import classes from './list-page.module.css';
import type { useActions } from './use-actions.ts';
import type { List } from './use-list.ts';

const searchDelayMs = 350;

export interface Columns<R> {
  all: readonly ResolvedColumn<R>[];
  visible: readonly ResolvedColumn<R>[];
  isVisible: (key: string) => boolean;
  toggle: (key: string) => void;
}

export function useColumns<E extends AnyEndpoint>(definition: ListDefinition<E>): Columns<RecordOf<E>> {
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

const isExported = ({ known, noExport }: { known: boolean; noExport?: boolean }) => known && !noExport;

interface ToolbarProps<E extends AnyEndpoint> {
  definition: ListDefinition<E>;
  list: List<E>;
  runner: ReturnType<typeof useActions>;
  columns: Columns<RecordOf<E>>;
  searchBox: RefObject<HTMLInputElement | null>;
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}

export function ListToolbar<E extends AnyEndpoint>({
  definition,
  list,
  runner,
  columns,
  searchBox,
  selecting,
  onSelecting,
}: ToolbarProps<E>) {
  const t = useText();
  const { filters } = definition;
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
      {definition.export !== false && (
        <ExportButton
          endpoint={definition.endpoint}
          input={list.input}
          columns={(list.phone ? columns.all : columns.visible).filter(isExported)}
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
