import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { siteSource } from '#features/base/sites/web/public.ts';
import { hoursFieldSpec } from '#features/selling/packages/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, type FormFieldSpec, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import type { Values } from '#kit/pages/form-state.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { cardsContract } from '../contract.ts';

const { readCardType, saveCardType } = cardsContract;
type CardType = OutputOf<typeof readCardType>;
type Schema = typeof saveCardType.input;

const [what, rights, where, sale] = ['what', 'rights', 'where', 'sale'].map(
  (part) => `cards:section.${part}`,
);

const fieldsFor = (siteNames: Readonly<Record<string, string>>): readonly FormFieldSpec<Schema>[] => [
  { name: 'name', section: what },
  { name: 'priceFen', section: what },
  { name: 'image', section: what, busType: 'picture', hint: 'cards:hint.image' },
  { name: 'intro', section: what, wide: true, hint: 'cards:hint.intro' },
  { name: 'days', section: rights, hint: 'cards:hint.days' },
  { name: 'starts', section: rights },
  {
    name: 'dailyPlays',
    section: rights,
    hint: 'cards:hint.dailyPlays',
    disabled: ({ dailyCoins }: Values) => Number(dailyCoins ?? 0) > 0,
  },
  {
    name: 'dailyCoins',
    section: rights,
    hint: 'cards:hint.dailyCoins',
    disabled: ({ dailyPlays }: Values) => Number(dailyPlays ?? 0) > 0,
  },
  { name: 'basisPoints', section: rights, hint: 'cards:hint.basisPoints' },
  {
    name: 'withOthers',
    label: 'cards:field.withOthers',
    section: rights,
    hint: 'cards:hint.withOthers',
    showIf: ({ basisPoints }: Values) => typeof basisPoints === 'number',
  },
  {
    name: 'siteIds',
    section: where,
    label: 'cards:field.siteNames',
    hint: 'cards:hint.siteIds',
    kind: 'references',
    source: siteSource(siteNames),
  },
  { name: 'deviceTypes', section: where, hint: 'cards:hint.deviceTypes' },
  { ...hoursFieldSpec, section: where, label: 'cards:field.hours' },
  { name: 'onSale', section: sale },
  { name: 'stock', label: 'cards:field.stock', section: sale, hint: 'cards:hint.stock' },
  { name: 'perPlayer', section: sale, hint: 'cards:hint.perPlayer' },
];

const newType = { onSale: true, starts: 'purchase', dailyPlays: 0, dailyCoins: 0, siteIds: [], hours: [] };

function TypeForm({ type }: { type: CardType | undefined }) {
  const id = type?.id;
  const form = useMemo(
    () =>
      defineForm({
        texts: 'cards',
        schema: saveCardType.input,
        fields: fieldsFor(
          Object.fromEntries(type?.siteIds.map((site, place) => [site, type.siteNames[place] ?? '']) ?? []),
        ),
        ...(id ? { load: loadFrom(readCardType, { id }) } : { initial: newType }),
        submit: submitTo(saveCardType),
        success: 'kit:action.saved',
        afterwards: '/benefit_card',
      }),
    [id, type],
  );
  return <FormPage definition={form} />;
}

/** /update_benefit_card: a new kind of card, or `?id=` an existing one. */
export default function EditType() {
  const [query] = useSearchParams();
  const id = query.get('id');
  if (!id) return <TypeForm key="new" type={undefined} />;
  return <Loaded call={[readCardType, { id }]}>{(type) => <TypeForm key={id} type={type} />}</Loaded>;
}
