import { Group, Paper, Text } from '@mantine/core';
import { useEffect } from 'react';
import { ActionButtons } from '#kit/pages/action-controls.tsx';
import { useActions } from '#kit/pages/use-actions.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint, Time } from '#kit/ui/display.tsx';
import { loadNamespaces, useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { type AlertRecord, alertsContract } from '../contract.ts';
import { handleActions } from './alert-actions.ts';
import { AlertBadge } from './alert-badge.tsx';
import classes from './machine-alerts.module.css';

/** A machine has few kinds of trouble at once; more of them than this are one tap further. */
const most = 20;

/**
 * The open alerts of a machine, the severe first, for people who may see alerts. `settled`: they are there, or there will
 * be none, so that a page may wait for them and does not jump.
 */
export default function useMachineAlerts(equipmentId: string | undefined) {
  const maySee = useCan(alertsContract.listAlerts);
  const enabled = maySee && equipmentId !== undefined;
  const { data, isError } = useCall(
    alertsContract.listAlerts,
    { equipmentId, state: 'open', size: most },
    { enabled },
  );
  useEffect(() => {
    loadNamespaces('alerts').catch(() => {});
  }, []);
  const alerts = data?.records ?? [];
  return {
    settled: !enabled || data !== undefined || isError,
    faults: alerts.flatMap(({ kind, subject }) => (kind === 'fault' ? [subject] : [])),
    shown: <MachineAlerts alerts={alerts} />,
  };
}

/** What is wrong with a machine, what to do about it, and the buttons to say that one does. */
function MachineAlerts({ alerts }: { alerts: readonly AlertRecord[] }) {
  const t = useText();
  if (alerts.length === 0) return null;
  return (
    <Paper
      withBorder
      component="section"
      className={classes.card}
      data-severe={alerts.some(({ severity }) => severity === 'severe') || undefined}
      aria-labelledby="machine-alerts"
    >
      <Heading id="machine-alerts">{t('alerts:machine.title', { count: alerts.length })}</Heading>
      <ul className={classes.list}>
        {alerts.map((alert) => (
          <AlertLine key={alert.id} alert={alert} />
        ))}
      </ul>
    </Paper>
  );
}

function AlertLine({ alert }: { alert: AlertRecord }) {
  const t = useText();
  const runner = useActions();
  return (
    <li className={classes.line} data-alert={alert.id}>
      <div className={classes.words}>
        <Group gap={8}>
          <Text fw={650}>{alert.title}</Text>
          <AlertBadge alert={alert} />
          <Text component="span" size="sm" c="dimmed">
            <Time value={alert.openedAt} pattern="m-d H:M" />
          </Text>
        </Group>
        <Text size="sm">{alert.detail}</Text>
        <Hint>{alert.help}</Hint>
        {alert.acknowledgedName && (
          <Hint>
            {t('alerts:machine.takenBy', { name: alert.acknowledgedName })}
            {alert.note && ` · ${alert.note}`}
          </Hint>
        )}
      </div>
      <Group gap="xs" className={classes.actions}>
        <ActionButtons actions={handleActions} subject={alert} runner={runner} />
      </Group>
    </li>
  );
}
