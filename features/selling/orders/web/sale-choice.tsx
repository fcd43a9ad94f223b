import { ActionIcon, Button, Group, NumberInput, Text } from '@mantine/core';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import type { LaneRecord } from '#features/machines/vending/contract/records.ts';
import { vendingContract } from '#features/machines/vending/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { Hint, Money } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { maxOrderPieces } from '../contract/pay.ts';
import classes from './orders.module.css';

export interface Wanted {
  number?: number;
  amountFen?: number;
  lanes?: string;
}

interface ChoiceProps {
  value: Wanted;
  onChange: (wanted: Wanted) => void;
}

/** Plays, money to change, or goods: what the kind of machine has to sell. */
export function SaleChoice({ device, ...props }: ChoiceProps & { device: DeviceRecord }) {
  if (device.type === 'exchange') return <YuanChoice {...props} />;
  if (device.type === 'claw' || device.type === 'lottery') return <PlayChoice {...props} />;
  return <LaneChoice device={device} {...props} />;
}

const usualPlays = [1, 2, 5, 10, 20];
const usualYuan = [5, 10, 20, 50, 100];
const fenPerYuan = 100;

function Presets({
  values,
  chosen,
  label,
  onChoose,
}: {
  values: readonly number[];
  chosen: number | undefined;
  label: (value: number) => string;
  onChoose: (value: number) => void;
}) {
  return (
    <div className={classes.amounts}>
      {values.map((value) => (
        <Button
          key={value}
          size="md"
          variant={chosen === value ? 'filled' : 'default'}
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
        >
          {label(value)}
        </Button>
      ))}
    </div>
  );
}

function PlayChoice({ value, onChange }: ChoiceProps) {
  const t = useText();
  const choose = (number: number | undefined) => onChange(number ? { number } : {});
  return (
    <div>
      <Text fw={600} mb={8}>
        {t('orders:sale.plays')}
      </Text>
      <Presets
        values={usualPlays}
        chosen={value.number}
        label={(number) => t('orders:sale.playCount', { count: number })}
        onChoose={choose}
      />
      <NumberInput
        mt="sm"
        size="md"
        label={t('orders:sale.otherPlays')}
        min={1}
        max={maxOrderPieces}
        allowDecimal={false}
        inputMode="numeric"
        value={value.number ?? ''}
        onChange={(next) => choose(Number(next) || undefined)}
      />
    </div>
  );
}

function YuanChoice({ value, onChange }: ChoiceProps) {
  const t = useText();
  const yuan = value.amountFen === undefined ? undefined : value.amountFen / fenPerYuan;
  const choose = (next: number | undefined) => onChange(next ? { amountFen: next * fenPerYuan } : {});
  return (
    <div>
      <Text fw={600} mb={8}>
        {t('orders:sale.yuan')}
      </Text>
      <Presets
        values={usualYuan}
        chosen={yuan}
        label={(amount) => t('orders:sale.yuanOf', { yuan: amount })}
        onChoose={choose}
      />
      <NumberInput
        mt="sm"
        size="md"
        label={t('orders:sale.otherYuan')}
        min={1}
        max={10_000}
        allowDecimal={false}
        inputMode="numeric"
        value={yuan ?? ''}
        onChange={(next) => choose(Number(next) || undefined)}
      />
    </div>
  );
}

const parse = (text: string | undefined): Map<number, number> =>
  new Map(
    (text ?? '')
      .split(',')
      .filter(Boolean)
      .map((part) => {
        const [lane, amount] = part.split(':');
        return [Number(lane), Number(amount ?? 1)] as const;
      }),
  );
const format = (amounts: ReadonlyMap<number, number>): string =>
  [...amounts].map(([lane, amount]) => `${lane}:${amount}`).join(',');

const mostOfLane = 10;

type LaneChoiceProps = ChoiceProps & { device: DeviceRecord };

const LaneChoice = (props: LaneChoiceProps) => (
  <Loaded call={[vendingContract.readLanes, { equipmentId: props.device.equipmentId }]} skeleton="list">
    {({ lanes }) => <LanesToChoose {...props} all={lanes} />}
  </Loaded>
);

function LanesToChoose({ device, all, value, onChange }: LaneChoiceProps & { all: readonly LaneRecord[] }) {
  const t = useText();
  const told = useCall(fleetContract.readState, { equipmentId: device.equipmentId });
  // a game or a cell is one at a time; goods of a vending machine may be several
  const single = device.type !== 'vending';
  // what the machine says itself comes before our book, as where the server decides
  const counted = new Map(told.data?.lanes.map(({ lane, stock }) => [lane, stock]));
  const amounts = parse(value.lanes);
  const lanes = all.filter(({ open }) => open);
  if (lanes.length === 0)
    return <EmptyState title={t('orders:sale.noLanes')} hint={t('orders:sale.noLanesHint')} />;
  const set = (lane: number, amount: number) => {
    const next = single ? new Map<number, number>() : new Map(amounts);
    if (amount > 0) next.set(lane, amount);
    else next.delete(lane);
    onChange(next.size > 0 ? { lanes: format(next) } : {});
  };
  return (
    <div>
      <Text fw={600} mb={8}>
        {t('orders:sale.lanes')}
      </Text>
      <div className={classes.lanes}>
        {lanes.map((lane) => (
          <Lane
            key={lane.lane}
            lane={lane}
            single={single}
            stock={counted.get(lane.lane) ?? lane.stock}
            priceFen={device.type === 'lipstick' ? 0 : lane.priceFen}
            amount={amounts.get(lane.lane) ?? 0}
            onAmount={(amount) => set(lane.lane, amount)}
          />
        ))}
      </div>
    </div>
  );
}

function Lane({
  lane,
  single,
  stock,
  priceFen,
  amount,
  onAmount,
}: {
  lane: LaneRecord;
  single: boolean;
  stock: number;
  /** 0: the machine's own price holds, which the quote tells */
  priceFen: number;
  amount: number;
  onAmount: (amount: number) => void;
}) {
  const t = useText();
  const most = Math.min(single ? 1 : mostOfLane, stock);
  const name = lane.templateName ?? t('orders:sale.lane', { lane: lane.lane });
  return (
    <div className={classes.lane} data-chosen={amount > 0 || undefined}>
      <Text fw={600} size="sm" lineClamp={2}>
        {name}
      </Text>
      <Hint>
        {t('orders:sale.lane', { lane: lane.lane })} · {t('orders:sale.stock', { count: stock })}
      </Hint>
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <span>{priceFen > 0 && <Money fen={priceFen} />}</span>
        <Group gap={2} wrap="nowrap">
          {amount > 0 && (
            <>
              <ActionIcon
                variant="default"
                aria-label={t('orders:sale.less', { name, lane: lane.lane })}
                onClick={() => onAmount(amount - 1)}
              >
                <Icon name="x" />
              </ActionIcon>
              <Text fw={600} miw={20} ta="center">
                {amount}
              </Text>
            </>
          )}
          <ActionIcon
            variant={amount > 0 ? 'filled' : 'default'}
            aria-label={t('orders:sale.more', { name, lane: lane.lane })}
            disabled={amount >= most}
            onClick={() => onAmount(amount + 1)}
          >
            <Icon name="plus" />
          </ActionIcon>
        </Group>
      </Group>
    </div>
  );
}
