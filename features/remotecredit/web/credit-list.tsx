import { siteFilter } from '#features/sites/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { type CreditRecord, creditStates, remotecreditContract } from '../contract.ts';
import { CreditBadge, CreditResult } from './credit-result.tsx';
import { useMachineName } from './machine-name.ts';

function MachineName({ credit }: { credit: CreditRecord }) {
  return useMachineName()(credit);
}

function CreditDetail({ credit }: { credit: CreditRecord }) {
  const t = useText();
  return (
    <>
      <CreditResult credit={credit} />
      <KeyValue
        rows={[
          { label: t('remotecredit:field.device'), value: <MachineName credit={credit} /> },
          { label: t('remotecredit:field.site'), value: credit.fieldName },
          { label: t('remotecredit:field.staff'), value: credit.userName },
          {
            label: t('remotecredit:field.way'),
            value: t(`remotecredit:way.${credit.way}`),
          },
          { label: t('remotecredit:field.asked'), value: credit.asked },
          { label: t('remotecredit:field.counted'), value: credit.counted },
          { label: t('remotecredit:field.createdAt'), value: <Time value={credit.createdAt} /> },
          { label: t('remotecredit:field.remark'), value: credit.remark, wide: true },
        ]}
      />
    </>
  );
}

const list = defineList({
  endpoint: remotecreditContract.listCredits,
  columns: [
    {
      key: 'equipmentNo',
      label: 'remotecredit:field.device',
      primary: true,
      render: (row) => <MachineName credit={row} />,
    },
    { key: 'fieldName', label: 'remotecredit:field.site', secondary: true },
    { key: 'userName', label: 'remotecredit:field.staff' },
    { key: 'asked', label: 'remotecredit:field.asked', align: 'right', sortable: true },
    { key: 'counted', label: 'remotecredit:field.counted', align: 'right' },
    { key: 'remark', label: 'remotecredit:field.remark', optional: true, hideOnPhone: true },
    {
      key: 'state',
      label: 'remotecredit:field.state',
      trailing: true,
      render: (row) => <CreditBadge credit={row} />,
      exportAs: {
        values: Object.fromEntries(creditStates.map((state) => [state, `remotecredit:state.${state}`])),
      },
    },
    {
      key: 'createdAt',
      label: 'remotecredit:field.createdAt',
      sortable: true,
      render: (row) => <Time value={row.createdAt} />,
      exportAs: { kind: 'instant' },
    },
  ],
  filters: [
    siteFilter('remotecredit:field.site'),
    {
      kind: 'reference',
      name: 'userId',
      label: 'remotecredit:field.staff',
      source: referenceTo({
        endpoint: remotecreditContract.listCreditors,
        labelOf: (person) => person.name,
      }),
    },
    {
      kind: 'choice',
      name: 'state',
      label: 'remotecredit:field.state',
      options: creditStates.map((state) => ({ value: state, label: `remotecredit:state.${state}` })),
    },
    { kind: 'dateRange', name: 'from', toName: 'to', label: 'remotecredit:field.day' },
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
  rowDetail: (row) => <CreditDetail credit={row} />,
  empty: { title: 'remotecredit:records.empty', hint: 'remotecredit:records.emptyHint' },
  live: 'remoteCredit.changed',
  export: true,
});

export const CreditList = () => <ListPage definition={list} />;
