import { Checkbox, Loader, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { useText } from '#kit/ui/i18n.ts';
import { PullToRefresh } from '#kit/ui/pull-to-refresh.tsx';
import { ActionMenu } from './action-controls.tsx';
import type { Column, ListDefinition, RecordOf } from './list-definition.ts';
import classes from './list-page.module.css';
import { cellOf } from './list-table.tsx';
import type { useActions } from './use-actions.ts';
import type { List } from './use-list.ts';

const longPressMs = 500;

interface ListCardsProps<E extends AnyEndpoint> {
  definition: ListDefinition<E>;
  list: List<E>;
  runner: ReturnType<typeof useActions>;
  onOpen: ((row: RecordOf<E>) => void) | undefined;
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}

/** How the columns of a definition lie on a card. */
export function cardLayout<R>(columns: readonly Column<R>[]) {
  const shown = columns.filter((column) => !column.hideOnPhone && !column.optional);
  const title = shown.find((column) => column.primary) ?? shown[0];
  const trailing = shown.find((column) => column.trailing && column !== title);
  const subtitle = shown.find((column) => column.secondary && column !== title && column !== trailing);
  return {
    title,
    trailing,
    subtitle,
    rest: shown.filter((column) => column !== title && column !== trailing && column !== subtitle),
  };
}

export function ListCards<E extends AnyEndpoint>(props: ListCardsProps<E>) {
  const { list } = props;
  const t = useText();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const reached = entry?.isIntersecting ?? false;
  const loadMore = useRef(list.loadMore);
  loadMore.current = list.loadMore;
  const loaded = list.rows.length;
  // `loaded` is a trigger: after each page the end of the list may still be in view.
  useEffect(() => {
    if (reached && loaded > 0) loadMore.current();
  }, [reached, loaded]);
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <ul className={classes.cards} aria-busy={list.refreshing}>
        {list.rows.map((row) => (
          <ListCard key={list.idOf(row)} {...props} row={row} />
        ))}
      </ul>
      <div ref={ref} className={classes.end}>
        {list.loadingMore || list.hasMore ? (
          <Loader size="sm" role="status" aria-label={t('kit:state.loading')} />
        ) : (
          <Text size="xs" c="dimmed">
            {t('kit:page.endOfList', { count: list.total })}
          </Text>
        )}
      </div>
    </PullToRefresh>
  );
}

function ListCard<E extends AnyEndpoint>({
  definition,
  list,
  runner,
  onOpen,
  selecting,
  onSelecting,
  row,
}: ListCardsProps<E> & { row: RecordOf<E> }) {
  const t = useText();
  const layout = cardLayout(definition.columns);
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef(false);
  const selectable = (definition.bulkActions?.length ?? 0) > 0;
  const endPress = () => clearTimeout(press.current);
  const activate = () => {
    if (pressed.current) pressed.current = false;
    else if (selecting) list.selection.toggle(row);
    else onOpen?.(row);
  };
  const title = layout.title && cellOf(layout.title, row);
  return (
    <li
      className={classes.card}
      data-selected={(selecting && list.selection.has(row)) || undefined}
      onTouchStart={() => {
        if (!selectable || selecting) return;
        press.current = setTimeout(() => {
          pressed.current = true;
          onSelecting(true);
          list.selection.toggle(row);
        }, longPressMs);
      }}
      onTouchMove={endPress}
      onTouchEnd={endPress}
    >
      <div className={classes.cardHead}>
        {selecting && (
          <Checkbox
            checked={list.selection.has(row)}
            onChange={() => list.selection.toggle(row)}
            aria-label={t('kit:page.selectRow')}
            size="md"
          />
        )}
        {definition.leading?.(row)}
        <div className={classes.cardTitle}>
          {onOpen || selecting ? (
            <button type="button" className={classes.cardLink} onClick={activate}>
              {title}
            </button>
          ) : (
            <span className={classes.cardName}>{title}</span>
          )}
          {layout.subtitle && (
            <Text size="sm" c="dimmed" component="div">
              {cellOf(layout.subtitle, row)}
            </Text>
          )}
        </div>
        {layout.trailing && <div className={classes.cardAside}>{cellOf(layout.trailing, row)}</div>}
        {!selecting && definition.rowActions && (
          <div className={classes.cardAside}>
            <ActionMenu actions={definition.rowActions} subject={row} runner={runner} />
          </div>
        )}
      </div>
      {layout.rest.length > 0 && (
        <dl className={classes.cardRows}>
          {layout.rest.map((column) => (
            <div key={column.key}>
              <dt>{t(column.label)}</dt>
              <dd>{cellOf(column, row)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
