import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { soldAtOnce } from '#features/selling/play/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { useStore } from '#kit/ui/store.ts';
import styles from './home.module.css';
import type { FirstMachine } from './use-first-play.ts';

/** A demo player at this machine, in another window: the steps stay in sight and tick by themselves. */
const demoPlay = ({ playPath }: FirstMachine) =>
  `/demo_player?${new URLSearchParams({ n: '1', to: playPath })}`;

/** The code on the machine to scan with one's own phone; in a demo a player who is there already; cash at the counter. */
export function TestPlay({ machine }: { machine: FirstMachine }) {
  const t = useText();
  const { demo } = useStore(appConfigStore);
  const maySell = useCan(ordersContract.sellAtCounter);
  const { equipmentId, type } = machine;
  const { data: qr } = useCall(fleetContract.readPlayerQr, { equipmentId });
  const byDemoPlayer = demo && soldAtOnce.includes(type);
  const counter = `/counter_sale?equipmentId=${equipmentId}`;
  return (
    <div className={styles.testPlay}>
      {qr ? (
        <img src={qr.image} width={132} height={132} alt={t('home:start.qr', { code: machine.code })} />
      ) : (
        <Skeleton width={132} height={132} />
      )}
      <div className={styles.testWays}>
        <Text size="sm">{t('home:start.scan')}</Text>
        <Group gap="sm">
          {byDemoPlayer && (
            <Button component="a" href={demoPlay(machine)} target="_blank" color="grape">
              {t('home:start.demoPlayer')}
            </Button>
          )}
          {maySell &&
            (byDemoPlayer ? (
              <Anchor component={Link} to={counter} className={styles.more}>
                {t('home:start.counter')}
              </Anchor>
            ) : (
              <Button component={Link} to={counter} variant="default">
                {t('home:start.counter')}
              </Button>
            ))}
        </Group>
      </div>
    </div>
  );
}
