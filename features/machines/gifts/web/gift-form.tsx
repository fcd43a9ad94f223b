import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { defineForm, type FormField, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import type { GiftTypeRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { stockWorth } from '../rules/consequence-rules.ts';

const schema = giftsContract.saveGift.input.omit({ id: true });
type Data = Omit<InputOf<typeof giftsContract.saveGift>, 'id'>;

const fieldsFor = (types: readonly GiftTypeRecord[]): FormField<typeof schema>[] => [
  { name: 'name', label: 'gifts:field.name', hint: 'gifts:form.nameHint' },
  {
    name: 'typeId',
    label: 'gifts:field.typeName',
    kind: 'choice',
    options: types.map((type) => ({ value: type.id, label: type.name, plain: true })),
  },
  { name: 'costFen', label: 'gifts:field.costFen', hint: 'gifts:form.costHint' },
  { name: 'stock', label: 'gifts:field.stock', hint: 'gifts:form.stockHint', comesTo: stockWorth },
  { name: 'alarmThreshold', label: 'gifts:field.alarmThreshold', hint: 'gifts:form.alarmHint' },
  { name: 'picture', label: 'gifts:field.picture', busType: 'picture', wide: true },
];

function EditedGift({ id }: { id: string }) {
  const t = useText();
  const { data } = useCall(giftsContract.readGift, { id });
  if (!data) return null;
  return (
    <div>
      <Heading size="h4">{t('gifts:form.editing', { name: data.name })}</Heading>
      <Hint>{t('gifts:form.stockNow', { stock: data.stock, pieces: data.equipmentStock })}</Hint>
    </div>
  );
}

function GiftForm({ id, types }: { id: string | undefined; types: readonly GiftTypeRecord[] }) {
  const form = useMemo(() => {
    const fields = fieldsFor(types);
    const shared = { schema, success: 'kit:action.saved' };
    if (!id)
      return defineForm({
        ...shared,
        fields,
        initial: { typeId: types.length === 1 ? types[0]!.id : undefined },
        submit: submitTo(giftsContract.saveGift),
      });
    return defineForm({
      ...shared,
      // Stock is booked, not overwritten: this form may have been open for a while.
      fields: fields.filter((field) => field.name !== 'stock'),
      header: <EditedGift id={id} />,
      load: loadFrom(giftsContract.readGift, { id }),
      submit: submitTo(giftsContract.saveGift, ({ stock: _, ...data }: Data) => ({
        ...data,
        id,
        picture: data.picture ?? null,
      })),
    });
  }, [id, types]);
  return <FormPage definition={form} />;
}

/** A new gift, or `?id=` an existing one. */
export default function AddGift() {
  const t = useText();
  const [query] = useSearchParams();
  const id = query.get('id') ?? undefined;
  const addType = (
    <Button component={Link} to="/giftType?add=1">
      {t('gifts:types.add')}
    </Button>
  );
  return (
    <Loaded call={[giftsContract.listTypes, {}]}>
      {(types) =>
        types.length === 0 ? (
          <EmptyState title={t('gifts:form.noTypes')} hint={t('gifts:form.noTypesHint')} action={addType} />
        ) : (
          <GiftForm key={id ?? ''} id={id} types={types} />
        )
      }
    </Loaded>
  );
}
