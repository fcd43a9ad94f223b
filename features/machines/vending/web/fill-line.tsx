import { ActionIcon, Checkbox, Group, NumberInput, Text, UnstyledButton } from '@mantine/core';
import { businessDay } from '#kit/kernel/time.ts';
import { Hint } from '#kit/ui/display.tsx';
import { DateField } from '#kit/ui/fields/date-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { LaneRecord } from '../contract/records.ts';
import { roomFor } from '../rules/need-rules.ts';
import { ExpiryBadge, LevelBadge, ProductPicture, ReportedNote, StockBar } from './stock-parts.tsx';
import classes from './vending.module.css';

export interface Filled {
  amount: number;
  /** expired pieces that are thrown away before */
  lost?: number;
  /** of the new pieces */
  expiryDate?: string;
}

type Dated = Pick<LaneRecord, 'expiry' | 'needsDate'>;

/** The date on the old goods, or of the product, is past: the new ones need a new date. */
export const asksDate = (lane: Dated): boolean => lane.expiry === 'expired' || lane.needsDate;

/** What ticking a lane means: expired pieces go out, so many come in. */
export const fillingOf = (lane: LaneRecord, planned: number | undefined): Filled => {
  const room = roomFor(lane);
  const expired = lane.expiry === 'expired';
  return {
    amount: expired ? room : Math.min(planned ?? room, room),
    ...(expired && { lost: lane.stock }),
  };
};

export const lacksDate = (lane: Dated, { amount, expiryDate }: Filled): boolean =>
  asksDate(lane) && amount > 0 && expiryDate === undefined;

interface FillLineProps {
  lane: LaneRecord;
  /** what the round takes along for it */
  planned: number | undefined;
  value: Filled | undefined;
  onChange: ((value: Filled | undefined) => void) | undefined;
  onOpen: () => void;
}

/** One lane: tick it to fill it up, or say how many really went in. */
export function FillLine({ lane, planned, value, onChange, onOpen }: FillLineProps) {
  const t = useText();
  const room = roomFor(lane);
  const fillable = onChange && lane.templateId !== null && (room > 0 || planned !== undefined);
  const name = t('vending:front.lane', { lane: lane.lane });
  const set = (amount: number) => onChange?.({ ...value, amount: Math.min(room, Math.max(0, amount)) });
  return (
    <li className={classes.line}>
      {fillable && (
        <Checkbox
          size="lg"
          checked={value !== undefined}
          aria-label={t('vending:replenish.fillLane', { lane: lane.lane })}
          onChange={(event) => onChange(event.currentTarget.checked ? fillingOf(lane, planned) : undefined)}
        />
      )}
      <UnstyledButton
        className={classes.grow}
        onClick={onOpen}
        aria-label={t('vending:stock.open', { lane: lane.lane })}
      >
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <ProductPicture image={lane.image} />
          <div className={classes.grow}>
            <Text size="sm" fw={600}>
              {[name, lane.templateName ?? t('vending:level.unset')].join(' · ')}
            </Text>
            <Group gap={6} my={4}>
              <Text size="sm" className={classes.figures}>
                {t('vending:stock.of', { stock: lane.stock, capacity: lane.capacity })}
              </Text>
              {lane.level !== 'ok' && lane.level !== 'full' && <LevelBadge level={lane.level} />}
              <ExpiryBadge {...lane} />
              {lane.soldLately > 0 && (
                <Hint size="xs">{t('vending:stock.soldLately', { count: lane.soldLately })}</Hint>
              )}
            </Group>
            <StockBar {...lane} />
            <ReportedNote lane={lane} />
          </div>
        </Group>
      </UnstyledButton>
      {fillable && value && <Amount lane={lane.lane} amount={value.amount} onChange={set} max={room} />}
      {fillable && value && asksDate(lane) && (
        <NewGoods lane={lane} value={value} onChange={(day) => onChange({ ...value, expiryDate: day })} />
      )}
    </li>
  );
}

/** Expired pieces are thrown away, and what comes instead is dated. */
function NewGoods({
  lane,
  value,
  onChange,
}: {
  lane: LaneRecord;
  value: Filled;
  onChange: (day: string | undefined) => void;
}) {
  const t = useText();
  return (
    <div className={classes.newGoods} data-undated={lacksDate(lane, value) || undefined}>
      {value.lost !== undefined && value.lost > 0 && (
        <Text size="sm" c="var(--bad-text)">
          {t('vending:replenish.throwAway', { count: value.lost })}
        </Text>
      )}
      {value.amount > 0 && (
        <DateField
          label={t('vending:replenish.newDate', { lane: lane.lane })}
          value={value.expiryDate}
          onChange={onChange}
          minDay={businessDay(new Date())}
          required
        />
      )}
    </div>
  );
}

function Amount({
  lane,
  amount,
  max,
  onChange,
}: {
  lane: number;
  amount: number;
  max: number;
  onChange: (amount: number) => void;
}) {
  const t = useText();
  return (
    <div className={classes.stepper}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('vending:replenish.less', { lane })}
        onClick={() => onChange(amount - 1)}
      >
        {'−'}
      </ActionIcon>
      <NumberInput
        className={classes.amount}
        value={amount}
        onChange={(value) => onChange(Number(value) || 0)}
        min={0}
        max={max}
        hideControls
        inputMode="numeric"
        aria-label={t('vending:replenish.amount', { lane })}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('vending:replenish.oneMore', { lane })}
        onClick={() => onChange(amount + 1)}
      >
        <Icon name="plus" size={16} />
      </ActionIcon>
    </div>
  );
}
