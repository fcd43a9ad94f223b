import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { moved } from '#kit/ui/fields/reorder.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { ActionMenu } from './action-controls.tsx';
import type { Action } from './actions.ts';
import type { FormAction } from './form-action.ts';
import { openForm } from './open-form.ts';
import classes from './ordered-names.module.css';
import { useActions } from './use-actions.ts';

interface Named {
  id: string;
  name: string;
}

interface OrderedNamesProps<R extends Named> {
  rows: readonly R[];
  /** a new one, or a new name for one */
  form: FormAction<R | undefined>;
  actions: readonly Action<R>[];
  /** under the name, in words */
  beside: (row: R) => ReactNode;
  /** before the name */
  picture?: (row: R) => ReactNode;
  sort: { endpoint: AnyEndpoint; pending: boolean; run: (ids: string[]) => void };
  /** translation keys */
  texts: { lead: string; add: string; emptyTitle: string; emptyHint: string };
}

function Rows<R extends Named>({ rows, actions, beside, picture, sort }: OrderedNamesProps<R>) {
  const t = useText();
  const runner = useActions();
  const maySort = useCan(sort.endpoint);
  const ids = rows.map(({ id }) => id);
  return rows.map((row, index) => (
    <li key={row.id} className={classes.row}>
      {picture?.(row)}
      <span className={classes.name}>
        <Text span fw={600} display="block">
          {row.name}
        </Text>
        <Text span size="sm" c="dimmed">
          {beside(row)}
        </Text>
      </span>
      {maySort &&
        ([-1, 1] as const).map((step) => (
          <ActionIcon
            key={step}
            variant="subtle"
            color="gray"
            disabled={sort.pending || rows[index + step] === undefined}
            aria-label={t(step < 0 ? 'kit:ui.moveUp' : 'kit:ui.moveDown', { name: row.name })}
            onClick={() => sort.run(moved(ids, index, index + step))}
          >
            <Icon name={step < 0 ? 'arrow-up' : 'arrow-down'} />
          </ActionIcon>
        ))}
      <ActionMenu actions={actions} subject={row} runner={runner} name={row.name} />
    </li>
  ));
}

/** `?add=1` opens the form for a new one, for pages that send people here for it. */
function useAskedFor<R extends Named>(form: FormAction<R | undefined>) {
  const [query, setQuery] = useSearchParams();
  const asked = query.has('add');
  const open = useRef(() => {});
  open.current = () => {
    setQuery({}, { replace: true });
    void openForm(form, undefined);
  };
  useEffect(() => {
    if (asked) open.current();
  }, [asked]);
}

/** A few names that people put in order: types, categories, groups. */
export function OrderedNames<R extends Named>(props: OrderedNamesProps<R>) {
  const { rows, form, texts } = props;
  const t = useText();
  const phone = usePhone();
  const mayAdd = useCan(form.endpoint as AnyEndpoint);
  useAskedFor(form);
  const add = mayAdd && (
    // a long sentence beside it must not clip its words
    <Button flex="none" leftSection={<Icon name="plus" />} onClick={() => void openForm(form, undefined)}>
      {t(texts.add)}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap" maw={720}>
        <Hint>{t(texts.lead)}</Hint>
        {!phone && add}
      </Group>
      {rows.length === 0 ? (
        <EmptyState title={t(texts.emptyTitle)} hint={t(texts.emptyHint)} />
      ) : (
        <Paper withBorder component="ul" className={classes.list} maw={720}>
          <Rows {...props} />
        </Paper>
      )}
      {phone && add && <StickyActions>{add}</StickyActions>}
    </>
  );
}
