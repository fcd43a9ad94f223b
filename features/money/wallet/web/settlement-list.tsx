import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { walletContract } from '../contract.ts';

const { listSettlements, settleSite, listWallets } = walletContract;
type Row = OutputOf<typeof listSettlements>['records'][number];

export const SettlementList = listPage({
  endpoint: listSettlements,
  rowId: (row) => row.fieldId,
  columns: [
    { key: 'fieldName', phone: 'what', sortBy: 'name' },
    { key: 'walletName', label: 'wallet:field.settlesTo', phone: 'more' },
    { key: 'changedAt', phone: false },
  ],
  search: 'keyword',
  searchHint: 'wallet:settlement.search',
  rowActions: [
    {
      label: 'wallet:settlement.change',
      icon: 'edit',
      primary: true,
      form: formAction({
        endpoint: settleSite,
        title: (row: Row, t) => t('wallet:settlement.title', { name: row.fieldName ?? '' }),
        submitLabel: 'kit:action.save',
        initial: ({ fieldId, walletId }: Row) => ({ fieldId, walletId }),
        fields: (row) => [
          {
            name: 'walletId',
            label: 'wallet:field.settlesTo',
            kind: 'reference',
            source: referenceTo({
              endpoint: listWallets,
              labelOf: ({ name }) => name,
              labels: { [row.walletId]: row.walletName },
            }),
          },
        ],
        lead: 'wallet:settlement.hint',
        success: 'wallet:settlement.changed',
      }),
    },
  ],
  empty: { title: 'wallet:settlement.noSites', hint: 'wallet:settlement.noSitesHint' },
  id: 'sites',
});
