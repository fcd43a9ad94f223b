import { Checkbox, Loader } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { PullToRefresh } from '#kit/ui/pull-to-refresh.tsx';
import { ThingPicture } from '#kit/ui/thing-picture.tsx';
import { ActionMenu } from './action-controls.tsx';
import { pictureAt, TwoLines } from './list-cell.tsx';
import type { ListDefinition, RecordOf } from './list-definition.ts';
import classes from './list-page.module.css';
import type { useActions } from './use-actions.ts';
import type { List } from './use-list.ts';

const longPressMs = 500;

interface ListRowsProps<E extends AnyEndpoint> {
  definition: ListDefinition<E>;
  list: List<E>;
  runner: ReturnType<typeof useActions>;
  onOpen: ((row: RecordOf<E>) => void) | undefined;
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}

export function ListRows<E extends AnyEndpoint>(props: ListRowsProps<E>) {
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
      <ul className={classes.rows} aria-busy={list.refreshing}>
        {list.rows.map((row) => (
          <ListRow key={list.idOf(row)} {...props} row={row} />
        ))}
      </ul>
      <div ref={ref} className={classes.end}>
        {list.loadingMore || list.hasMore ? (
          <Loader size="sm" role="status" aria-label={t('kit:state.loading')} />
        ) : (
          <Hint size="xs">
            {t('kit:page.endOfList', { count: list.atLeast ? list.rows.length : list.total })}
          </Hint>
        )}
      </div>
    </PullToRefresh>
  );
}

function ListRow<E extends AnyEndpoint>({
  definition,
  list,
  runner,
  onOpen,
  selecting,
  onSelecting,
  row,
}: ListRowsProps<E> & { row: RecordOf<E> }) {
  const t = useText();
  const alone = definition.columns.find(
    ({ meaning, phone }) => meaning.kind === 'picture' && phone !== false,
  );
  const picture = alone?.key ?? definition.columns.find((column) => column.picture)?.picture;
  const columns = definition.columns.filter((column) => column !== alone);
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef(false);
  const selectable = (definition.bulkActions?.length ?? 0) > 0;
  const endPress = () => clearTimeout(press.current);
  const activate = () => {
    if (pressed.current) pressed.current = false;
    else if (selecting) list.selection.toggle(row);
    else onOpen?.(row);
  };
  return (
    <li
      className={classes.phoneRow}
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
      {selecting && (
        <Checkbox
          checked={list.selection.has(row)}
          onChange={() => list.selection.toggle(row)}
          aria-label={t('kit:page.selectRow')}
          size="md"
        />
      )}
      {definition.leading?.(row) ??
        (picture && <ThingPicture picture={pictureAt(row, picture)} icon={definition.icon} />)}
      <TwoLines
        columns={columns}
        row={row}
        title={(content) =>
          onOpen || selecting ? (
            <button type="button" className={classes.rowLink} data-truncate="end" onClick={activate}>
              {content}
            </button>
          ) : (
            content
          )
        }
      />
      {!selecting && definition.rowActions && (
        <div className={classes.rowAside}>
          <ActionMenu actions={definition.rowActions} subject={row} runner={runner} />
        </div>
      )}
    </li>
  );
}
