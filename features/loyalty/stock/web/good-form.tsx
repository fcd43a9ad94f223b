import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, type FormField, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import type { ClassRecord } from '../contract/goods.ts';
import { stockContract } from '../contract.ts';
import { storeSource } from './sources.ts';
import { VariantsField } from './variants-field.tsx';

const { saveGood, readGood, listClasses, listStores } = stockContract;
const schema = saveGood.input.omit({ id: true });
type Data = Omit<InputOf<typeof saveGood>, 'id'>;

const named = (list: readonly ClassRecord[]) =>
  list.map(({ id, name }) => ({ value: id, label: name, plain: true }));

const fieldsFor = (
  categories: readonly ClassRecord[],
  groups: readonly ClassRecord[],
  storeLabels: Readonly<Record<string, string>>,
): FormField<typeof schema>[] => [
  { name: 'name', label: 'stock:field.goodName' },
  { name: 'categoryId', label: 'stock:field.categoryName', kind: 'choice', options: named(categories) },
  {
    name: 'pictures',
    label: 'stock:field.pictures',
    busType: 'picture',
    maxCount: 6,
    hint: 'stock:form.pictures',
  },
  { name: 'description', label: 'stock:field.description', rows: 3 },
  {
    name: 'groupIds',
    label: 'stock:field.groups',
    hint: 'stock:form.groups',
    kind: 'choices',
    options: named(groups),
    showIf: () => groups.length > 0,
    wide: true,
  },
  {
    name: 'variants',
    label: 'stock:field.variants',
    hint: 'stock:form.variants',
    section: 'stock:form.variantsTitle',
    wide: true,
    render: (props) => <VariantsField {...props} />,
  },
  { name: 'pricePoints', label: 'stock:field.pricePoints', section: 'stock:form.price' },
  { name: 'priceTickets', label: 'stock:field.priceTickets', section: 'stock:form.price' },
  { name: 'priceFen', label: 'stock:field.priceFen', section: 'stock:form.price', hint: 'stock:form.mix' },
  {
    name: 'perPlayer',
    label: 'stock:field.perPlayer',
    section: 'stock:form.limits',
    hint: 'stock:form.noLimit',
  },
  {
    name: 'perPlayerDay',
    label: 'stock:field.perPlayerDay',
    section: 'stock:form.limits',
    hint: 'stock:form.noLimit',
  },
  { name: 'perDay', label: 'stock:field.perDay', section: 'stock:form.limits', hint: 'stock:form.noLimit' },
  { name: 'onShelf', label: 'stock:field.onShelf', section: 'stock:form.shelf', wide: true },
  {
    name: 'shelfFrom',
    label: 'stock:field.shelfFrom',
    section: 'stock:form.shelf',
    precision: 'instant',
    hint: 'stock:form.fromHint',
  },
  {
    name: 'shelfUntil',
    label: 'stock:field.shelfUntil',
    section: 'stock:form.shelf',
    precision: 'instant',
    hint: 'stock:form.untilHint',
  },
  { name: 'allShops', label: 'stock:field.allShops', section: 'stock:form.shops', wide: true },
  {
    name: 'storeIds',
    label: 'stock:field.shops',
    section: 'stock:form.shops',
    kind: 'references',
    source: { ...storeSource('shop'), labels: storeLabels },
    showIf: ({ allShops }) => allShops === false,
    required: true,
    wide: true,
  },
];

const formValues = (good: OutputOf<typeof readGood>) => ({
  ...good,
  // Nothing stands for none: a zero in the field would look like a price.
  pricePoints: good.pricePoints || undefined,
  priceTickets: good.priceTickets || undefined,
  priceFen: good.priceFen || undefined,
});

/** What a field left empty means: no limit, no time. */
const complete = (data: Data): Data => ({
  ...data,
  perPlayer: data.perPlayer ?? null,
  perPlayerDay: data.perPlayerDay ?? null,
  perDay: data.perDay ?? null,
  shelfFrom: data.shelfFrom ?? null,
  shelfUntil: data.shelfUntil ?? null,
});

interface GoodFormProps {
  id: string | undefined;
  categories: readonly ClassRecord[];
  groups: readonly ClassRecord[];
}

const mostShops = 200;

function GoodForm({ id, categories, groups }: GoodFormProps) {
  const { data: shops } = useCall(listStores, { kind: 'shop', size: mostShops });
  const form = useMemo(() => {
    const labels = Object.fromEntries((shops?.records ?? []).map((store) => [store.id, store.name]));
    const shared = { schema, texts: 'stock', fields: fieldsFor(categories, groups, labels) };
    const first = categories.length === 1 ? categories[0]!.id : undefined;
    if (!id)
      return defineForm({
        ...shared,
        success: 'kit:action.saved',
        initial: { categoryId: first, onShelf: true, allShops: true, variants: [{ name: '' }] },
        submit: submitTo(saveGood, complete),
      });
    return defineForm({
      ...shared,
      success: 'kit:action.saved',
      load: loadFrom(readGood, { id }, formValues),
      submit: submitTo(saveGood, (data: Data) => ({ ...complete(data), id })),
    });
  }, [id, categories, groups, shops]);
  return <FormPage definition={form} />;
}

/** A new good, or `?id=` an existing one. */
export default function EditGood() {
  const t = useText();
  const [query] = useSearchParams();
  const id = query.get('id') ?? undefined;
  const addCategory = (
    <Button component={Link} to="/integralStore/goodClassify?add=1">
      {t('stock:category.add')}
    </Button>
  );
  return (
    <Loaded call={[listClasses, { kind: 'category' }]}>
      {(categories) =>
        categories.length === 0 ? (
          <EmptyState
            title={t('stock:form.noCategories')}
            hint={t('stock:category.emptyHint')}
            action={addCategory}
          />
        ) : (
          <Loaded call={[listClasses, { kind: 'group' }]}>
            {(groups) => <GoodForm key={id ?? ''} id={id} categories={categories} groups={groups} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}
