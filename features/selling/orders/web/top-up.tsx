import { Button, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { payChannels } from '#features/money/payments/contract/channels.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { formatFen, partOf } from '#kit/kernel/money.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { ChoiceField } from '#kit/ui/fields/choice-fields.tsx';
import { MoneyField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { maxTopupFen, type PreparedOrder, type TopupType, topupTypes } from '../contract/pay.ts';
import { ordersContract } from '../contract.ts';
import classes from './orders.module.css';
import { PayOrder } from './pay-order.tsx';

const { topUpWallet } = ordersContract;
const usualYuan = [100, 200, 500, 1000, 2000, 5000];
const fenPerYuan = 100;
type Channel = (typeof payChannels)[number];

interface Wish {
  amountFen: number;
  type: TopupType;
  payWay: Channel;
  requestId: string;
}

/** /weChatRedirect: how much, what for, by which way; then the platform's own page. */
export default function TopUp() {
  const [paying, setPaying] = useState<PreparedOrder | undefined>();
  const prepare = useAct(topUpWallet, { onDone: setPaying });
  if (paying)
    return <PayOrder key={paying.orderNumber} prepared={paying} onChange={() => setPaying(undefined)} />;
  return <TopUpForm busy={prepare.isPending} onSubmit={(wish) => prepare.mutate(wish)} />;
}

const isTopupType = (text: string | null): text is TopupType =>
  (topupTypes as readonly (string | null)[]).includes(text);

function TopUpForm({ busy, onSubmit }: { busy: boolean; onSubmit: (wish: Wish) => void }) {
  const t = useText();
  const [query] = useSearchParams();
  const asked = query.get('type');
  const [amountFen, setAmountFen] = useState<number | undefined>();
  const [type, setType] = useState<TopupType>(isTopupType(asked) ? asked : 'balance');
  const [payWay, setPayWay] = useState<Channel>('wechat');
  // the same wish sent again is the same order: nothing is asked for twice
  const [requestId, setRequestId] = useState(newRequestId);
  const fine = amountFen !== undefined && amountFen > 0 && amountFen <= maxTopupFen;
  const choose = (fen: number | undefined) => {
    setAmountFen(fen);
    setRequestId(newRequestId());
  };
  return (
    <Stack maw={720}>
      <Paper withBorder p="md">
        <Text size="sm">{t('orders:topup.intro')}</Text>
      </Paper>
      <AmountChoice amountFen={amountFen} fine={fine} onChange={choose} />
      <ChoiceField
        label={t('orders:topup.purpose')}
        value={type}
        onChange={(value) => {
          if (value) setType(value as TopupType);
          setRequestId(newRequestId());
        }}
        options={topupTypes.map((value) => ({ value, label: t(`orders:topup.purposeName.${value}`) }))}
      />
      <div>
        <Text fw={600} mb={8}>
          {t('orders:topup.payWay')}
        </Text>
        <SegmentedControl
          fullWidth
          size="md"
          value={payWay}
          onChange={(value) => {
            setPayWay(value as Channel);
            setRequestId(newRequestId());
          }}
          aria-label={t('orders:topup.payWay')}
          data={payChannels.map((channel) => ({
            value: channel,
            label: t(`orders:payWayName.${channel}`),
          }))}
        />
      </div>
      <Terms amountFen={fine ? amountFen : undefined} payWay={payWay} />
      <StickyActions>
        <Button
          size="lg"
          disabled={!fine}
          loading={busy}
          onClick={() => amountFen && onSubmit({ amountFen, type, payWay, requestId })}
        >
          {fine ? t('orders:topup.submitOf', { amount: formatFen(amountFen) }) : t('orders:topup.submit')}
        </Button>
      </StickyActions>
    </Stack>
  );
}

/** What it costs, and how long it stays. */
function Terms({ amountFen, payWay }: { amountFen: number | undefined; payWay: Channel }) {
  const t = useText();
  const enabled = useCan(walletContract.readConfig);
  const { data: config } = useCall(walletContract.readConfig, {}, { enabled });
  const { data: wallet } = useCall(walletContract.readWallet, {}, { enabled });
  const rate = wallet?.rates.find((entry) => entry.payWay === payWay)?.basisPoints;
  const feeFen = amountFen !== undefined && rate !== undefined ? partOf(amountFen, rate) : undefined;
  if (!config) return null;
  return (
    <Hint>
      {amountFen !== undefined && feeFen !== undefined && (
        <>
          {t('orders:topup.fee', { fee: formatFen(feeFen), arrives: formatFen(amountFen - feeFen) })}
          <br />
        </>
      )}
      {t('orders:topup.held', { days: config.topupHoldDays, daily: formatFen(config.topupDailyFen) })}
    </Hint>
  );
}

function AmountChoice({
  amountFen,
  fine,
  onChange,
}: {
  amountFen: number | undefined;
  fine: boolean;
  onChange: (amountFen: number | undefined) => void;
}) {
  const t = useText();
  return (
    <>
      <div>
        <Text fw={600} mb={8}>
          {t('orders:topup.amount')}
        </Text>
        <div className={classes.amounts}>
          {usualYuan.map((yuan) => (
            <Button
              key={yuan}
              size="md"
              variant={amountFen === yuan * fenPerYuan ? 'filled' : 'default'}
              aria-pressed={amountFen === yuan * fenPerYuan}
              onClick={() => onChange(yuan * fenPerYuan)}
            >
              {t('orders:sale.yuanOf', { yuan })}
            </Button>
          ))}
        </div>
      </div>
      <MoneyField
        label={t('orders:topup.other')}
        value={amountFen}
        onChange={onChange}
        error={
          amountFen !== undefined && !fine
            ? t('orders:error.topupAmount', { max: maxTopupFen / fenPerYuan })
            : undefined
        }
      />
    </>
  );
}
