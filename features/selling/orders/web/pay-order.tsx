import { Button, Group, Loader, Paper, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type PayOutcome, payWith } from '#features/money/payments/web/public.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading } from '#kit/ui/display.tsx';
import { QrCode } from '#kit/ui/fields/qr-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { PreparedOrder } from '../contract/pay.ts';
import { ordersContract } from '../contract.ts';
import { Amount, StateBadge } from './order-parts.tsx';
import classes from './orders.module.css';

const { readOrderState } = ordersContract;
/** Where live events do not come through, asking does. */
const askEveryMs = 3000;

/** The platform's way to pay is open; the server says when the money is there. */
export function PayOrder({ prepared, onChange }: { prepared: PreparedOrder; onChange: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const { orderNumber } = prepared;
  const [code, setCode] = useState<string | undefined>();
  const [outcome, setOutcome] = useState<PayOutcome | undefined>();
  const started = useRef(false);
  const open = async () => {
    setOutcome(undefined);
    setOutcome(await payWith(prepared, { showCode: setCode, sheetTitle: t('orders:topup.sheet') }));
  };
  useEffect(() => {
    // once, also where React mounts twice to find bugs
    if (started.current) return;
    started.current = true;
    void open();
  });
  const { data } = useCall(readOrderState, { orderNumber }, { refetchMs: askEveryMs });
  const paid = Boolean(data?.paidAt);
  useEffect(() => {
    if (paid) void navigate(`/paySuccess?orderNumber=${orderNumber}`, { replace: true });
  }, [paid, orderNumber, navigate]);
  const closed = data?.state === 'closed';
  return (
    <Paper withBorder maw={560} mx="auto">
      <div className={classes.result} role="status">
        <Heading size="h3">
          <Amount amount={prepared.amount} unit={prepared.unit} />
        </Heading>
        {data && <StateBadge state={data.state} />}
        {code && !closed && (
          <>
            <QrCode text={code} fileName={orderNumber} />
            <Text>{t('orders:topup.scan')}</Text>
          </>
        )}
        {!closed && outcome !== 'cancelled' && <Loader size="sm" />}
        <Text c="dimmed">
          {t(
            outcome === 'cancelled'
              ? 'orders:topup.cancelled'
              : outcome === undefined
                ? 'orders:topup.waiting'
                : 'orders:topup.checking',
          )}
        </Text>
      </div>
      <Group justify="center" pb="lg" px="md">
        <Button variant="default" onClick={onChange}>
          {t('orders:topup.change')}
        </Button>
        {!closed && <Button onClick={() => void open()}>{t('orders:topup.again')}</Button>}
      </Group>
    </Paper>
  );
}
