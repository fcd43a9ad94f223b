import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ActionMenu } from '#kit/pages/action-controls.tsx';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useActions } from '#kit/pages/use-actions.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { moved } from '#kit/ui/fields/reorder.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { useCan } from '#kit/ui/session.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import type { GiftTypeRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { giftAnswers } from './gift-answers.ts';
import classes from './gifts.module.css';

const schema = giftsContract.saveType.input.pick({ name: true });

function TypeForm({ type, onDone }: { type: GiftTypeRecord | undefined; onDone: () => void }) {
  const form = useMemo(
    () =>
      defineForm({
        schema,
        initial: { name: type?.name },
        fields: [{ name: 'name', label: 'gifts:types.name', placeholder: 'gifts:types.example', wide: true }],
        submit: submitTo(giftsContract.saveType, (data: { name: string }) => ({ ...data, id: type?.id })),
        guard: false,
        invalidates: giftAnswers,
        success: 'kit:action.saved',
        afterwards: onDone,
      }),
    [type, onDone],
  );
  return <FormPage definition={form} />;
}

const removeAction: Action<GiftTypeRecord> = {
  label: 'kit:action.remove',
  icon: 'trash',
  danger: true,
  call: callOf(giftsContract.removeTypes, (type: GiftTypeRecord) => ({ ids: [type.id] })),
  // A type in use says so in its row; its removal would only fail.
  visible: (type) => type.giftCount === 0,
  confirm: { title: 'gifts:types.removeTitle', params: (type) => ({ name: type.name }) },
  success: 'kit:action.removed',
};

function TypeRows({ types, onRename }: { types: GiftTypeRecord[]; onRename: (id: string) => void }) {
  const t = useText();
  const runner = useActions(giftAnswers);
  const mayEdit = useCan(giftsContract.sortTypes);
  const sort = useAct(giftsContract.sortTypes, { invalidates: [giftsContract.listTypes] });
  const actions: Action<GiftTypeRecord>[] = [
    {
      label: 'gifts:types.rename',
      icon: 'edit',
      needs: giftsContract.saveType,
      run: (type) => onRename(type.id),
    },
    removeAction,
  ];
  const move = (from: number, to: number) =>
    sort.mutate({
      ids: moved(
        types.map((type) => type.id),
        from,
        to,
      ),
    });
  return types.map((type, index) => (
    <li key={type.id} className={classes.type}>
      <span className={classes.typeName}>
        <Text span fw={600} display="block">
          {type.name}
        </Text>
        <Text span size="sm" c="dimmed">
          {t('gifts:types.giftCount', { number: type.giftCount })}
        </Text>
      </span>
      {mayEdit &&
        ([-1, 1] as const).map((step) => (
          <ActionIcon
            key={step}
            variant="subtle"
            color="gray"
            size={44}
            disabled={sort.isPending || types[index + step] === undefined}
            aria-label={t(step < 0 ? 'kit:ui.moveUp' : 'kit:ui.moveDown', { name: type.name })}
            onClick={() => move(index, index + step)}
          >
            <Icon name={step < 0 ? 'arrow-up' : 'arrow-down'} />
          </ActionIcon>
        ))}
      <ActionMenu actions={actions} subject={type} runner={runner} name={type.name} />
    </li>
  ));
}

/** Gift types; `?add=1` opens the form for a new one, `?type=<id>` the one to rename. */
export default function GiftTypes() {
  const t = useText();
  const phone = usePhone();
  const mayEdit = useCan(giftsContract.saveType);
  const [query, setQuery] = useSearchParams();
  const { data: types, error, refetch } = useCall(giftsContract.listTypes, {});
  useLiveInvalidate('gift.', giftsContract.listTypes);
  const renamed = types?.find((type) => type.id === query.get('type'));
  const close = () => setQuery({}, { replace: true });
  const add = mayEdit && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setQuery({ add: '1' })}>
      {t('gifts:types.add')}
    </Button>
  );
  if (!types) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap" maw={720}>
        <Text size="sm" c="dimmed">
          {t('gifts:types.lead')}
        </Text>
        {!phone && add}
      </Group>
      {types.length === 0 ? (
        <EmptyState title={t('gifts:types.emptyTitle')} hint={t('gifts:types.emptyHint')} />
      ) : (
        <Paper withBorder component="ul" className={classes.list} maw={720}>
          <TypeRows types={types} onRename={(id) => setQuery({ type: id })} />
        </Paper>
      )}
      {phone && add && <StickyActions>{add}</StickyActions>}
      <Sheet
        opened={query.has('add') || renamed !== undefined}
        onClose={close}
        title={t(renamed ? 'gifts:types.rename' : 'gifts:types.add')}
      >
        <TypeForm key={renamed?.id ?? ''} type={renamed} onDone={close} />
      </Sheet>
    </>
  );
}
