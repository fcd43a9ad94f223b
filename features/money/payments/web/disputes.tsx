import { recordOf } from '#kit/contract/meaning.ts';
import type { DetailRowSpec } from '#kit/pages/detail-definition.ts';
import { Rows } from '#kit/pages/detail-parts.tsx';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { DisputeRecord } from '../contract/disputes.ts';
import { paymentsContract } from '../contract.ts';
import { resolveWith } from './resolve-case.ts';

const { listDisputes, resolveDispute } = paymentsContract;
const schema = recordOf(listDisputes.output)!;

/** In a currency that is not ours the number alone would say the wrong thing. */
function Reported({ row }: { row: DisputeRecord }) {
  const t = useText();
  if (row.reportedFen === null) return t('payments:dispute.notTold');
  const foreign = row.reportedCurrency !== null && row.reportedCurrency !== 'CNY';
  if (foreign) return `${(row.reportedFen / 100).toFixed(2)} ${row.reportedCurrency}`;
  return <Money fen={row.reportedFen} />;
}

const reported = { key: 'reportedFen', render: (row: DisputeRecord) => <Reported row={row} /> } as const;

/** A field that is left out while it is empty. */
const known = (key: keyof DisputeRecord, wide = false): DetailRowSpec<DisputeRecord> => ({
  key,
  wide,
  visible: (row) => Boolean(row[key]),
});

const detailRows: readonly DetailRowSpec<DisputeRecord>[] = [
  'state',
  'mismatch',
  'about',
  { label: 'payments:dispute.tenantName', value: (row) => `${row.tenantName} ${row.tenantId}` },
  'channel',
  known('orderNumber'),
  known('description'),
  { key: 'outTradeNo', wide: true },
  known('transactionId', true),
  'askedFen',
  reported,
  'createdAt',
  'lastAt',
  known('endedAt'),
  known('endedByName'),
  known('note', true),
];

const list = defineList({
  id: 'disputes',
  endpoint: listDisputes,
  texts: 'payments:dispute',
  columns: [
    'tenantName',
    { key: 'subject', phone: 'more' },
    'askedFen',
    reported,
    { key: 'reportedCurrency', optional: true },
    'mismatch',
    'about',
    'createdAt',
    'state',
  ],
  filters: ['state'],
  rowDetail: (row) => <Rows rows={detailRows} subject={{ schema, texts: 'payments:dispute', data: row }} />,
  rowTitle: (row) => row.orderNumber ?? row.outTradeNo,
  rowActions: [resolveWith(resolveDispute)],
  empty: { title: 'payments:dispute.empty', hint: 'payments:dispute.emptyHint' },
});

/** Payments of which the platform says something else than was asked: nobody got the money, somebody has to look. */
export function Disputes() {
  const t = useText();
  return (
    <section>
      <Heading size="h4">{t('payments:dispute.title')}</Heading>
      <Hint mb="sm">{t('payments:dispute.hint')}</Hint>
      <ListPage definition={list} />
    </section>
  );
}
