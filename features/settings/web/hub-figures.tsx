import { Group, Paper, Progress, Text, Title } from '@mantine/core';
import type { DeviceStateRecord } from '#features/devices/contract.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { definitionOf, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { useText } from '#kit/ui/i18n.ts';
import classes from './hub.module.css';
import type { Hopper } from './value-text.ts';

const figure = (counter: string, value: number) =>
  counter.endsWith('Fen') ? `¥${formatFen(value)}` : value.toLocaleString('en-US');

/** What the machine's counters grew by today, and what lies in its hoppers. */
export function HubFigures({ state, settings }: { state: DeviceStateRecord; settings: SettingsDocument }) {
  const t = useText();
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {t('settings:hub.today')}
      </Title>
      <dl className={classes.figures}>
        {definitionOf(state.type).counters.map((counter) => (
          <div key={counter} data-counter={counter}>
            <dt>{t(`devices:counter.${counter}`)}</dt>
            <dd>{figure(counter, state.today[counter] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {state.hoppers.map(({ hopper, coins }) => (
        <HopperBar key={hopper} hopper={hopper} coins={coins} settings={settings} />
      ))}
    </Paper>
  );
}

function HopperBar({
  hopper,
  coins,
  settings,
}: {
  hopper: number;
  coins: number;
  settings: SettingsDocument;
}) {
  const t = useText();
  const all = settings.exchange?.hoppers as Hopper[] | undefined;
  const known = all?.find((entry) => entry.hopper === hopper);
  if (!known?.enabled) return null;
  const label = t('settings:hub.hopper', { number: hopper, coins, capacity: known.capacity });
  return (
    <div className={classes.hopper}>
      <Group justify="space-between">
        <Text size="sm">{label}</Text>
      </Group>
      <Progress
        value={Math.min(100, (coins / known.capacity) * 100)}
        color={coins < known.lowAt ? 'red.7' : 'teal.7'}
        aria-label={label}
      />
    </div>
  );
}
