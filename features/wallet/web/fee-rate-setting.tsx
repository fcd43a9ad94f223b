import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { StatusBadge, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletContract } from '../contract.ts';
import { RateSheet } from './rate-sheet.tsx';
import { Percent } from './wallet-parts.tsx';

const { listRates, listRateVersions, setRates } = walletContract;
type Row = OutputOf<typeof listRates>['records'][number];

const Usual = () => <StatusBadge tone="quiet">{useText()('wallet:rate.usual')}</StatusBadge>;
const Realm = ({ row }: { row: Row }) => useText()(`wallet:holder.${row.realm}`);

const columns: readonly Column<Row>[] = [
  { key: 'name', label: 'wallet:field.organisation', primary: true, sortable: true },
  { key: 'realm', label: 'wallet:field.holder', secondary: true, render: (row) => <Realm row={row} /> },
  {
    key: 'wechatBasisPoints',
    label: 'wallet:payWay.wechat',
    align: 'right',
    render: (row) => <Percent basisPoints={row.wechatBasisPoints} />,
    exportAs: { kind: 'percent' },
  },
  {
    key: 'alipayBasisPoints',
    label: 'wallet:payWay.alipay',
    align: 'right',
    render: (row) => <Percent basisPoints={row.alipayBasisPoints} />,
    exportAs: { kind: 'percent' },
  },
  {
    key: 'usual',
    label: 'wallet:field.state',
    trailing: true,
    noExport: true,
    render: (row) => row.usual && <Usual />,
  },
];

/** What those directly below pay: not less than oneself, at most 10 %. */
export default function FeeRateSetting() {
  const [editing, setEditing] = useState<Row | undefined>();
  const list = defineList({
    endpoint: listRates,
    rowId: (row) => row.tenantId,
    columns,
    search: 'keyword',
    searchHint: 'wallet:rate.search',
    rowDetail: (row) => <Versions row={row} />,
    rowActions: [
      {
        label: 'wallet:rate.change',
        icon: 'edit',
        primary: true,
        needs: setRates,
        run: (row) => setEditing(row),
      },
    ],
    empty: { title: 'wallet:rate.empty', hint: 'wallet:rate.emptyHint' },
    header: <OwnRates />,
    export: true,
    live: 'wallet.rates',
  });
  return (
    <>
      <ListPage definition={list} />
      {editing && <RateSheet row={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function OwnRates() {
  const t = useText();
  const { data } = useCall(listRates, { size: 1 });
  // the platform pays nobody
  if (!data || data.ownWechatBasisPoints + data.ownAlipayBasisPoints === 0) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {t('wallet:rate.own')} {t('wallet:payWay.wechat')} <Percent basisPoints={data.ownWechatBasisPoints} />
      {'　'}
      {t('wallet:payWay.alipay')} <Percent basisPoints={data.ownAlipayBasisPoints} />
    </Text>
  );
}

function Versions({ row }: { row: Row }) {
  const t = useText();
  const { data } = useCall(listRateVersions, { tenantId: row.tenantId });
  if (!data) return null;
  if (data.length === 0) return <Text c="dimmed">{t('wallet:rate.noVersions')}</Text>;
  return (
    <Stack gap="xs">
      {data.map((version) => (
        <Text key={`${version.payWay} ${version.version}`} size="sm">
          {t(`wallet:payWay.${version.payWay}`)} <Percent basisPoints={version.basisPoints} />{' '}
          <Time value={version.effectiveFrom} /> {version.setByName}
        </Text>
      ))}
    </Stack>
  );
}
