import { Anchor, Group, Paper, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './hub.module.css';
import { recordDetail } from './record-text.ts';

const shownLines = 12;

/** The newest lines of the device's log, as they happen. */
export function HubLog({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  const { data } = useCall(fleetContract.listRecords, { equipmentId, current: 1, size: shownLines });
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Heading>{t('settings:hub.log')}</Heading>
        <Anchor component={Link} to={`/equipRecord?equipmentId=${equipmentId}`} size="sm">
          {t('settings:hub.wholeLog')}
        </Anchor>
      </Group>
      {!data && <Skeleton height={160} />}
      {data?.records.length === 0 && <Hint>{t('settings:hub.noLog')}</Hint>}
      <ol className={classes.log} aria-live="off">
        {data?.records.map((line) => (
          <li key={line.id}>
            <Text component="span" size="xs" c="dimmed">
              <Time value={line.at} pattern="m-d H:M:S" />
            </Text>
            <Text component="span" size="sm">
              {t(`devices:event.${line.kind}`)}
              <Text component="span" size="sm" c="dimmed">
                {` ${recordDetail(t, line)}`}
              </Text>
            </Text>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
