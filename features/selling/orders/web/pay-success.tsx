import { Button, Group, Loader, Paper, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { machineText } from '#kit/contract/meaning-text.ts';
import { deviceStorage } from '#kit/ui/device-storage.ts';
import { Heading, KeyValue, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { ordersContract } from '../contract.ts';
import { FindOrder } from './find-order.tsx';
import { Amount, PayWayName } from './order-parts.tsx';
import classes from './orders.module.css';

const { readReceipt, listOrders, readOrder } = ordersContract;
type Receipt = OutputOf<typeof readReceipt>;

/** The platform confirms a moment after the payer comes back. */
const askEveryMs = 3000;

/** /paySuccess: what was paid, to keep or to print. */
export default function PaySuccess() {
  const [query] = useSearchParams();
  const maySeeAll = useCan(listOrders);
  const orderNumber = query.get('orderNumber');
  if (orderNumber) return <LoadedReceipt orderNumber={orderNumber} />;
  return maySeeAll ? <FindOrder to={(number) => `?orderNumber=${number}`} /> : <NoOrder />;
}

function NoOrder() {
  const t = useText();
  return <Text>{t('orders:receipt.none')}</Text>;
}

const LoadedReceipt = ({ orderNumber }: { orderNumber: string }) => (
  <Loaded call={[readReceipt, { orderNumber }]} refetchMs={askEveryMs}>
    {(receipt) => <ReceiptPage receipt={receipt} />}
  </Loaded>
);

const papers = ['80', '58'];
const paperKey = 'coinyard.receiptPaper';

/** The roll in the printer beside this device; it stays what it was. */
function usePaper(): [string, (paper: string) => void] {
  const [paper, setPaper] = useState(() => deviceStorage.getItem(paperKey) ?? '80');
  return [
    papers.includes(paper) ? paper : '80',
    (next) => {
      deviceStorage.setItem(paperKey, next);
      setPaper(next);
    },
  ];
}

type ReceiptState = 'partly' | 'waiting' | 'closed' | 'refunded' | 'paid';

const receiptStateOf = ({ state, paidAt, refundedAmount }: Receipt): ReceiptState => {
  if (state === 'closed') return 'closed';
  if (state === 'refunded') return 'refunded';
  if (paidAt && refundedAmount > 0) return 'partly';
  return paidAt ? 'paid' : 'waiting';
};

function ReceiptPage({ receipt }: { receipt: Receipt }) {
  const t = useText();
  const maySee = useCan(readOrder);
  const receiptState = receiptStateOf(receipt);
  const [paper, choosePaper] = usePaper();
  return (
    <Paper withBorder p="md" className={classes.receipt} data-paper={paper}>
      <div className={classes.result} role="status">
        {receipt.merchantLogo && <img src={receipt.merchantLogo} alt="" className={classes.logo} />}
        <Text fw={600}>{receipt.merchantName}</Text>
        {receiptState === 'waiting' ? (
          <Loader size={44} />
        ) : (
          <Icon name={receiptState === 'paid' ? 'circle-check' : 'info-circle'} size={44} />
        )}
        <Heading size="h3">{t(`orders:receipt.${receiptState}`)}</Heading>
        <span className={classes.amount}>
          <Amount amount={receipt.paidAmount || receipt.amount} unit={receipt.unit} />
        </span>
      </div>
      {receipt.items.map((item) => (
        <div key={`${item.name} ${item.lane ?? ''}`} className={classes.line}>
          <span>
            {item.name} × {item.quantity}
          </span>
          <span>
            {item.usual !== undefined && (
              <Text span size="sm" c="dimmed" td="line-through" mr="xs">
                <Amount amount={item.usual} unit={receipt.unit} />
              </Text>
            )}
            <Amount amount={item.amount} unit={receipt.unit} />
          </span>
        </div>
      ))}
      <ReceiptFacts receipt={receipt} />
      <Group justify="center" mt="md" className={classes.noPrint}>
        <SegmentedControl
          aria-label={t('orders:receipt.paper')}
          value={paper}
          data={papers.map((value) => ({ value, label: t('orders:receipt.paperWidth', { width: value }) }))}
          onChange={choosePaper}
        />
        <Button variant="default" leftSection={<Icon name="printer" />} onClick={() => window.print()}>
          {t('orders:receipt.print')}
        </Button>
        {maySee && (
          <Button variant="light" component={Link} to={`/order_detail?orderNumber=${receipt.orderNumber}`}>
            {t('orders:receipt.detail')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const t = useText();
  return (
    <KeyValue
      rows={[
        { label: t('orders:field.orderNumber'), value: receipt.orderNumber },
        { label: t('orders:field.payWay'), value: <PayWayName payWay={receipt.payWay} /> },
        { label: t('orders:field.paidAt'), value: <Time value={receipt.paidAt} pattern="Y-m-d H:M:S" /> },
        { label: t('kit:thing.siteLabel'), value: receipt.fieldName },
        { label: t('orders:receipt.address'), value: receipt.address },
        { label: t('kit:thing.machineLabel'), value: machineText({ ...receipt }, t) },
        ...(receipt.asked === null
          ? []
          : [
              {
                label: t('orders:field.pieces'),
                value: t('orders:pieces.countedOf', {
                  asked: receipt.asked,
                  counted: receipt.counted ?? '—',
                }),
              },
            ]),
        ...(receipt.refundedAmount > 0
          ? [
              {
                label: t('orders:field.refundedAmount'),
                value: <Amount amount={receipt.refundedAmount} unit={receipt.unit} />,
              },
            ]
          : []),
        { label: t('orders:receipt.transaction'), value: receipt.transactionId },
        { label: t('orders:receipt.contact'), value: receipt.contactNumber },
      ]}
    />
  );
}
