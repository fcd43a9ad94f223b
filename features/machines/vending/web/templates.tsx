import { removing } from '#kit/pages/actions.ts';
import '#kit/ui/all-styles.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage, optional } from '#kit/pages/list-page.tsx';
import { useCan } from '#kit/ui/session.ts';
import type { TemplateRecord } from '../contract/templates.ts';
import { vendingContract } from '../contract.ts';
import { TemplateForm } from './template-form.tsx';

const formPath = (id = '') => `/addTemplate?edit=${id || 'new'}`;

const removeAction: Action<TemplateRecord> = {
  ...removing,
  call: callOf(vendingContract.removeTemplates, (template: TemplateRecord) => ({ ids: [template.id] })),
  visible: ({ laneNumber }) => laneNumber === 0,
  confirm: {
    title: 'vending:template.removeTitle',
    body: 'vending:template.removeBody',
    params: ({ name }) => ({ name }),
  },
};

const list = defineList({
  endpoint: vendingContract.listTemplates,
  columns: [
    { key: 'name', picture: 'image' },
    'type',
    { key: 'brand', phone: false },
    { key: 'priceFen', label: 'vending:field.actualPrice' },
    { key: 'costFen', label: 'vending:field.costPrice', phone: false },
    { key: 'laneNumber', label: 'vending:field.lanes', phone: false },
    ...deskOnly('stock', 'expiryDate'),
    'expiry',
    ...optional('englishName', 'partnerNumber', 'packingTip', 'createdAt'),
  ],
  search: 'name',
  searchHint: 'vending:template.search',
  filters: ['type', 'expiry'],
  empty: { title: 'vending:template.emptyTitle', hint: 'vending:template.emptyHint' },
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
