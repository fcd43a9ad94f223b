import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import { phonePattern } from '#kit/contract/schemas.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { failureMessage, useAct, useCall } from '#kit/ui/api.ts';
import { Hint, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { ordersContract } from '../contract.ts';
import { CashGiven } from './cash-given.tsx';
import { HopperLevels } from './hopper-levels.tsx';
import classes from './orders.module.css';
import { SaleChoice, type Wanted } from './sale-choice.tsx';

const { quoteSale, sellAtCounter } = ordersContract;
const waitMs = 250;

const isChosen = ({ number, amountFen, lanes }: Wanted) =>
  number !== undefined || amountFen !== undefined || Boolean(lanes);

/** What is wanted, what it costs by the server's own price, and the button that takes the cash. */
export function SaleForm({
  device,
  onSold,
  onChange,
}: {
  device: DeviceRecord;
  onSold: (orderNumber: string) => void;
  onChange: () => void;
}) {
  const t = useText();
  const [wanted, setWanted] = useState<Wanted>({});
  const [phone, setPhone] = useState('');
  const [givenFen, setGivenFen] = useState<number | undefined>();
  const [requestId] = useState(newRequestId);
  const [asked] = useDebouncedValue(wanted, waitMs);
  const quote = useCall(
    quoteSale,
    { equipmentId: device.equipmentId, ...asked },
    { enabled: isChosen(asked), staleMs: 0 },
  );
  const sell = useAct(sellAtCounter, {
    onDone: ({ orderNumber }) => onSold(orderNumber),
  });
  const settled = asked === wanted && isChosen(wanted);
  const price = settled ? quote.data : undefined;
  const tooLittle = price !== undefined && givenFen !== undefined && givenFen < price.amountFen;
  const phoneFine = phone === '' || phonePattern.test(phone);
  return (
    <>
      <ChosenMachine device={device} onChange={onChange} />
      {device.type === 'exchange' && <HopperLevels equipmentId={device.equipmentId} />}
      <SaleChoice device={device} value={wanted} onChange={setWanted} />
      <PhoneInput value={phone} onChange={setPhone} />
      {price && <CashGiven priceFen={price.amountFen} givenFen={givenFen} onChange={setGivenFen} />}
      {settled && quote.error && (
        <Text role="alert" c="var(--mantine-color-error)">
          {failureMessage(quote.error)}
        </Text>
      )}
      <StickyActions
        aside={
          price && (
            <div role="status">
              <Hint>{price.title}</Hint>
              <span className={classes.amount}>
                <Money fen={price.amountFen} />
              </span>
            </div>
          )
        }
      >
        <Button
          size="lg"
          disabled={!price || tooLittle || !phoneFine || !device.online}
          loading={sell.isPending}
          onClick={() =>
            sell.mutate({
              equipmentId: device.equipmentId,
              ...wanted,
              ...(phone && { playerPhone: phone }),
              requestId,
            })
          }
        >
          {t('orders:sale.take')}
        </Button>
      </StickyActions>
    </>
  );
}

function ChosenMachine({ device, onChange }: { device: DeviceRecord; onChange: () => void }) {
  const t = useText();
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Group gap={8}>
            <Text fw={600}>
              {t('kit:thing.machine', {
                number: device.equipmentNo,
                name: device.equipmentName ?? t(`orders:typeName.${device.type}`),
              })}
            </Text>
            <DeviceState device={device} />
          </Group>
          <Hint truncate>
            {device.fieldName} · {device.code}
          </Hint>
        </div>
        <Button variant="subtle" onClick={onChange} style={{ flex: 'none' }}>
          {t('orders:sale.change')}
        </Button>
      </Group>
    </Paper>
  );
}

function PhoneInput({ value, onChange }: { value: string; onChange: (phone: string) => void }) {
  const t = useText();
  return (
    <TextInput
      label={t('orders:sale.phone')}
      description={t('orders:sale.phoneHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type="tel"
      inputMode="tel"
      size="md"
      maxLength={11}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
    />
  );
}
