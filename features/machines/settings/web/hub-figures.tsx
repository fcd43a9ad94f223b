import { Group, Paper, Progress, Text } from '@mantine/core';
import type { DeviceStateRecord } from '#features/machines/fleet/contract.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { definitionOf, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './hub.module.css';
import type { Hopper } from './value-text.ts';

const figure = (counter: string, value: number) =>
  counter.endsWith('Fen') ? `¥${formatFen(value)}` : value.toLocaleString('en-US');

/** What the machine's counters grew by today, and what lies in its hoppers. */
export function HubFigures({
  type,
  state,
  settings,
}: {
  type: DeviceType;
  /** the places of the figures are there before the figures */
  state: DeviceStateRecord | undefined;
  settings: SettingsDocument;
}) {
  const t = useText();
  const hoppers = (settings.exchange?.hoppers as Hopper[] | undefined) ?? [];
  return (
    <Paper withBorder p="md" component="section">
      <Heading mb="sm">{t('settings:hub.today')}</Heading>
      <dl className={classes.figures}>
        {definitionOf(type).counters.map((counter) => (
          <div key={counter} data-counter={counter}>
            <dt>{t(`devices:counter.${counter}`)}</dt>
            <dd>{state ? figure(counter, state.today[counter] ?? 0) : '·'}</dd>
          </div>
        ))}
      </dl>
      {hoppers
        .filter(({ enabled }) => enabled)
        .map((hopper) => (
          <HopperBar
            key={hopper.hopper}
            hopper={hopper}
            coins={state?.hoppers.find((counted) => counted.hopper === hopper.hopper)?.coins}
          />
        ))}
    </Paper>
  );
}

function HopperBar({ hopper, coins }: { hopper: Hopper; coins: number | undefined }) {
  const t = useText();
  const { capacity, lowAt } = hopper;
  const label = t('settings:hub.hopper', { number: hopper.hopper, coins: coins ?? '·', capacity });
  return (
    <div className={classes.hopper}>
      <Group justify="space-between">
        <Text size="sm">{label}</Text>
      </Group>
      <Progress
        value={Math.min(100, ((coins ?? 0) / capacity) * 100)}
        color={coins !== undefined && coins < lowAt ? 'var(--bad-line)' : 'var(--chart-1)'}
        aria-label={label}
      />
    </div>
  );
}
