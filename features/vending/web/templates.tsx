import '#kit/ui/all-styles.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Money, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { expiryStates } from '../contract/records.ts';
import { productTypes, type TemplateRecord } from '../contract/templates.ts';
import { vendingContract } from '../contract.ts';
import { ExpiryBadge, ProductPicture } from './stock-parts.tsx';
import { TemplateForm } from './template-form.tsx';

const formPath = (id = '') => `/addTemplate?edit=${id || 'new'}`;

function ProductTypeName({ template }: { template: TemplateRecord }) {
  return useText()(`vending:productType.${template.type}`);
}

function InLanes({ template }: { template: TemplateRecord }) {
  return useText()('vending:template.inLanes', { lanes: template.laneNumber, pieces: template.stock });
}

const removeAction: Action<TemplateRecord> = {
  label: 'kit:action.remove',
  icon: 'trash',
  danger: true,
  call: callOf(vendingContract.removeTemplates, (template: TemplateRecord) => ({ ids: [template.id] })),
  visible: ({ laneNumber }) => laneNumber === 0,
  confirm: {
    title: 'vending:template.removeTitle',
    body: 'vending:template.removeBody',
    params: ({ name }) => ({ name }),
  },
  success: 'kit:action.removed',
};

const typeOptions = productTypes.map((value) => ({ value, label: `vending:productType.${value}` }));

const list = defineList({
  endpoint: vendingContract.listTemplates,
  columns: [
    { key: 'name', label: 'vending:field.name', primary: true, sortable: true },
    {
      key: 'type',
      label: 'vending:field.type',
      secondary: true,
      width: 110,
      render: (template) => <ProductTypeName template={template} />,
      exportAs: {
        values: Object.fromEntries(productTypes.map((type) => [type, `vending:productType.${type}`])),
      },
    },
    { key: 'brand', label: 'vending:field.brand', width: 120 },
    {
      key: 'priceFen',
      label: 'vending:field.actualPrice',
      sortable: true,
      align: 'right',
      width: 110,
      trailing: true,
      render: ({ priceFen }) => <Money fen={priceFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'costFen',
      label: 'vending:field.costPrice',
      align: 'right',
      width: 110,
      hideOnPhone: true,
      render: ({ costFen }) => <Money fen={costFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'laneNumber',
      label: 'vending:field.lanes',
      render: (template) => <InLanes template={template} />,
    },
    {
      key: 'expiryDate',
      label: 'vending:field.expiryDate',
      sortable: true,
      width: 190,
      render: (template) => (template.expiry ? <ExpiryBadge {...template} /> : template.expiryDate),
    },
    { key: 'englishName', label: 'vending:field.englishName', optional: true },
    { key: 'partnerNumber', label: 'vending:field.partnerNumber', optional: true },
    { key: 'packingTip', label: 'vending:field.packingTip', optional: true },
    {
      key: 'createdAt',
      label: 'vending:field.createdAt',
      optional: true,
      sortable: true,
      render: ({ createdAt }) => <Time value={createdAt} />,
      exportAs: { kind: 'instant' },
    },
  ],
  search: 'name',
  searchHint: 'vending:template.search',
  filters: [
    { kind: 'choice', name: 'type', label: 'vending:field.type', options: typeOptions },
    {
      kind: 'choice',
      name: 'expiry',
      label: 'vending:field.expiry',
      options: expiryStates.map((value) => ({ value, label: `vending:expiryState.${value}` })),
    },
  ],
  leading: ({ image }) => <ProductPicture image={image} />,
  empty: { title: 'vending:template.emptyTitle', hint: 'vending:template.emptyHint' },
  export: true,
  live: 'vending.',
  icon: 'package',
});

function TemplateList() {
  const mayEdit = useCan(vendingContract.saveTemplate);
  const definition = useMemo(
    () => ({
      ...list,
      ...(mayEdit && {
        rowTo: ({ id }: TemplateRecord) => formPath(id),
        rowActions: [removeAction],
        actions: [
          { label: 'vending:template.add', icon: 'plus' as const, primary: true, to: () => formPath() },
        ],
      }),
    }),
    [mayEdit],
  );
  return <ListPage definition={definition} />;
}

/** The list; `?edit=new` or `?edit=<id>` is the form over it. */
export default function Templates() {
  const [query] = useSearchParams();
  const edit = query.get('edit');
  if (edit) return <TemplateForm key={edit} id={edit === 'new' ? undefined : edit} />;
  return <TemplateList />;
}
