import { Alert, Group, Paper, Text } from '@mantine/core';
import type { DeviceStateRecord } from '#features/machines/fleet/contract.ts';
import { DeviceState, moodOf } from '#features/machines/fleet/web/public.ts';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { Heading, Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { DeviceBrief } from '../contract.ts';
import { deviceName } from './device-name.ts';
import classes from './hub.module.css';
import { SignalBars } from './signal-bars.tsx';

/** Which machine, where, and how it is doing right now. */
export function HubHead({
  device,
  state,
  awaitsState,
  version,
  alerted,
}: {
  device: DeviceBrief;
  state: DeviceStateRecord | undefined;
  /** it is being asked for: its line has its place already */
  awaitsState: boolean;
  version: number;
  /** faults that are told elsewhere on the page */
  alerted: ReadonlySet<string>;
}) {
  const t = useText();
  const faults = state?.faults.filter(({ code }) => !alerted.has(code));
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
        <MachineDrawing type={device.type} mood={moodOf(device.state)} size={72} />
        <div className={classes.name}>
          <Heading size="h3">{deviceName(t, device)}</Heading>
          <Hint>
            {t(`devices:type.${device.type}`)} ·{' '}
            {t('settings:device.place', {
              number: device.equipmentNo,
              code: device.code,
              site: device.fieldName ?? '',
            })}
          </Hint>
        </div>
        <Group gap="xs" wrap="nowrap" flex="none">
          {state?.online && <SignalBars kind={state.signalKind} dbm={state.signalDbm} />}
          <DeviceState device={device} />
        </Group>
      </Group>
      {awaitsState && (
        <div className={classes.facts}>{state && <Facts state={state} version={version} />}</div>
      )}
      {faults?.map(({ code, severity }) => (
        <Alert
          key={code}
          mt="sm"
          variant="light"
          color={severity === 'stop' ? 'red' : 'coin'}
          icon={<Icon name="alert-triangle" />}
          title={t(`devices:fault.${code}.name`)}
        >
          {t(`devices:fault.${code}.help`)}
        </Alert>
      ))}
    </Paper>
  );
}

function Facts({ state, version }: { state: DeviceStateRecord; version: number }) {
  const t = useText();
  const facts = [
    state.signalKind &&
      (state.signalDbm === null
        ? t(`settings:device.signalKind.${state.signalKind}`)
        : t('settings:device.signalDbm', {
            kind: t(`settings:device.signalKind.${state.signalKind}`),
            dbm: state.signalDbm,
          })),
    state.model,
    state.firmware && `${t('settings:device.firmware')} ${state.firmware}`,
    state.app && `${t('settings:device.app')} ${state.app}`,
    `${t('settings:device.version')} ${version}`,
  ].filter(Boolean);
  return (
    <Group gap="xs" mt="xs">
      <Hint>{facts.join(' · ')}</Hint>
      <Text size="sm" c="dimmed" component="span">
        {t('settings:device.lastSeen')} <Time value={state.lastSeenAt} pattern="m-d H:M:S" />
      </Text>
    </Group>
  );
}
