import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ActionMenu } from '#kit/pages/action-controls.tsx';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { openForm } from '#kit/pages/open-form.ts';
import { useActions } from '#kit/pages/use-actions.ts';
import { useAct } from '#kit/ui/api.ts';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { moved } from '#kit/ui/fields/reorder.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import type { GiftTypeRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import classes from './gifts.module.css';

/** A new type, or a new name for one. */
const typeForm = formAction({
  endpoint: giftsContract.saveType,
  title: (type: GiftTypeRecord | undefined, t) => t(type ? 'gifts:types.rename' : 'gifts:types.add'),
  initial: (type) => ({ id: type?.id, name: type?.name }),
  fields: [{ name: 'name', label: 'gifts:types.name', placeholder: 'gifts:types.example' }],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const actions: readonly Action<GiftTypeRecord>[] = [
  { label: 'gifts:types.rename', icon: 'edit', form: typeForm },
  {
    label: 'kit:action.remove',
    icon: 'trash',
    danger: true,
    call: callOf(giftsContract.removeTypes, (type: GiftTypeRecord) => ({ ids: [type.id] })),
    // A type in use says so in its row; its removal would only fail.
    visible: (type) => type.giftCount === 0,
    confirm: { title: 'gifts:types.removeTitle', params: (type) => ({ name: type.name }) },
    success: 'kit:action.removed',
  },
];

function TypeRows({ types }: { types: GiftTypeRecord[] }) {
  const t = useText();
  const runner = useActions();
  const mayEdit = useCan(giftsContract.sortTypes);
  const sort = useAct(giftsContract.sortTypes);
  const ids = types.map((type) => type.id);
  return types.map((type, index) => (
    <li key={type.id} className={classes.type}>
      <span className={classes.typeName}>
        <Text span fw={600} display="block">
          {type.name}
        </Text>
        <Text span size="sm" c="dimmed">
          {t('gifts:types.giftCount', { count: type.giftCount })}
        </Text>
      </span>
      {mayEdit &&
        ([-1, 1] as const).map((step) => (
          <ActionIcon
            key={step}
            variant="subtle"
            color="gray"
            disabled={sort.isPending || types[index + step] === undefined}
            aria-label={t(step < 0 ? 'kit:ui.moveUp' : 'kit:ui.moveDown', { name: type.name })}
            onClick={() => sort.mutate({ ids: moved(ids, index, index + step) })}
          >
            <Icon name={step < 0 ? 'arrow-up' : 'arrow-down'} />
          </ActionIcon>
        ))}
      <ActionMenu actions={actions} subject={type} runner={runner} name={type.name} />
    </li>
  ));
}

/** `?add=1` opens the form for a new type, for pages that send people here for one. */
function useAskedFor() {
  const [query, setQuery] = useSearchParams();
  const asked = query.has('add');
  const clear = useRef(() => setQuery({}, { replace: true }));
  useEffect(() => {
    if (!asked) return;
    clear.current();
    void openForm(typeForm, undefined);
  }, [asked]);
}

/** Gift types in their order. */
export default function GiftTypes() {
  const t = useText();
  const phone = usePhone();
  const mayEdit = useCan(giftsContract.saveType);
  useAskedFor();
  const add = mayEdit && (
    <Button leftSection={<Icon name="plus" />} onClick={() => void openForm(typeForm, undefined)}>
      {t('gifts:types.add')}
    </Button>
  );
  return (
    <Loaded call={[giftsContract.listTypes, {}]} skeleton="list">
      {(types) => (
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
              <TypeRows types={types} />
            </Paper>
          )}
          {phone && add && <StickyActions>{add}</StickyActions>}
        </>
      )}
    </Loaded>
  );
}
