import { ActionIcon, Checkbox, Group, NumberInput, Text, UnstyledButton } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { LaneRecord } from '../contract/records.ts';
import { missingPieces } from '../rules/need-rules.ts';
import { ExpiryBadge, LevelBadge, ProductPicture, ReportedNote, StockBar } from './stock-parts.tsx';
import classes from './vending.module.css';

export interface Filled {
  amount: number;
}

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
  const room = missingPieces(lane);
  const fillable = onChange && lane.templateId !== null && (room > 0 || planned !== undefined);
  const usual = Math.min(planned ?? room, room);
  const name = t('vending:front.lane', { lane: lane.lane });
  const set = (amount: number) => onChange?.({ amount: Math.min(room, Math.max(0, amount)) });
  return (
    <li className={classes.line}>
      {fillable && (
        <Checkbox
          size="lg"
          checked={value !== undefined}
          aria-label={t('vending:replenish.fillLane', { lane: lane.lane })}
          onChange={(event) => onChange(event.currentTarget.checked ? { amount: usual } : undefined)}
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
                <Text size="xs" c="dimmed">
                  {t('vending:stock.soldLately', { count: lane.soldLately })}
                </Text>
              )}
            </Group>
            <StockBar {...lane} />
            <ReportedNote lane={lane} />
          </div>
        </Group>
      </UnstyledButton>
      {fillable && value && <Amount lane={lane.lane} amount={value.amount} onChange={set} max={room} />}
    </li>
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
