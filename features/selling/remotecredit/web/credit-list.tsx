import { siteFilter } from '#features/base/sites/web/public.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { listPage } from '#kit/pages/list-page.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { remotecreditContract } from '../contract.ts';
import { CreditResult } from './credit-result.tsx';

const detailOf = (id: string) =>
  defineDetail({
    endpoint: remotecreditContract.readCredit,
    input: { id },
    header: (credit) => <CreditResult credit={credit} />,
    sections: [
      {
        rows: [
          'equipmentName',
          'fieldName',
          'userName',
          'way',
          'asked',
          'counted',
          'createdAt',
          { key: 'remark', wide: true },
        ],
      },
    ],
  });

export const CreditList = listPage({
  endpoint: remotecreditContract.listCredits,
  columns: [
    { key: 'equipmentName', phone: 'what' },
    'fieldName',
    'userName',
    { key: 'asked', phone: 'amount' },
    'counted',
    { key: 'remark', optional: true },
    'outcome',
    'createdAt',
  ],
  filters: [
    siteFilter(),
    {
      kind: 'reference',
      name: 'userId',
      label: 'remotecredit:field.userName',
      source: referenceTo({
        endpoint: remotecreditContract.listCreditors,
        labelOf: (person) => person.name,
      }),
    },
    'state',
    'from',
  ],
  actions: [
    {
      label: 'remotecredit:records.new',
      icon: 'coins',
      primary: true,
      to: () => '/remote_credit',
      needs: remotecreditContract.creditDevice,
    },
  ],
  rowDetail: (row) => <DetailPage definition={detailOf(row.id)} />,
  empty: { title: 'remotecredit:records.empty', hint: 'remotecredit:records.emptyHint' },
});
