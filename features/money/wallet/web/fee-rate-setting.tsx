import { Stack, Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletContract } from '../contract.ts';
import { arrivesOfHundred } from '../rules/consequence-rules.ts';
import { Percent } from './wallet-parts.tsx';

const { listRates, listRateVersions, setRates } = walletContract;
type Row = OutputOf<typeof listRates>['records'][number];

/** What those directly below pay: not less than oneself, at most 10 %. */
export default listPage({
  endpoint: listRates,
  rowId: (row) => row.tenantId,
  columns: [
    { key: 'name', label: 'wallet:field.tenantName' },
    { key: 'realm', label: 'wallet:field.holder' },
    { key: 'wechatBasisPoints', label: 'wallet:payWay.wechat', phone: 'amount' },
    { key: 'alipayBasisPoints', label: 'wallet:payWay.alipay' },
    { key: 'usual', label: 'wallet:field.state' },
  ],
  search: 'keyword',
  searchHint: 'wallet:rate.search',
  rowDetail: (row) => <Versions row={row} />,
  rowActions: [
    {
      label: 'wallet:rate.change',
      icon: 'edit',
      primary: true,
      form: formAction({
        endpoint: setRates,
        title: (row: Row, t) => t('wallet:rate.title', { name: row.name }),
        submitLabel: 'kit:action.save',
        initial: ({ tenantId, wechatBasisPoints, alipayBasisPoints }: Row) => ({
          ...{ tenantId, wechatBasisPoints, alipayBasisPoints },
        }),
        fields: [
          {
            name: 'wechatBasisPoints',
            label: 'wallet:payWay.wechat',
            hint: 'wallet:rate.hint',
            comesTo: ({ wechatBasisPoints }) => arrivesOfHundred(wechatBasisPoints),
          },
          {
            name: 'alipayBasisPoints',
            label: 'wallet:payWay.alipay',
            comesTo: ({ alipayBasisPoints }) => arrivesOfHundred(alipayBasisPoints),
          },
        ],
        success: 'wallet:rate.saved',
      }),
    },
  ],
  empty: { title: 'wallet:rate.empty', hint: 'wallet:rate.emptyHint' },
  header: <OwnRates />,
});

function OwnRates() {
  const t = useText();
  const { data } = useCall(listRates, { size: 1 });
  // the platform pays nobody
  if (!data || data.ownWechatBasisPoints + data.ownAlipayBasisPoints === 0) return null;
  return (
    <Hint mb="sm">
      {t('wallet:rate.own')} {t('wallet:payWay.wechat')} <Percent basisPoints={data.ownWechatBasisPoints} />
      {'　'}
      {t('wallet:payWay.alipay')} <Percent basisPoints={data.ownAlipayBasisPoints} />
    </Hint>
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
