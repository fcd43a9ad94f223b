import { Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { devicesContract } from '../contract.ts';
import styles from './devices.module.css';

/** Sums over the whole fleet: every few seconds is live enough. */
const everyMs = 4000;
const states = ['online', 'offline', 'fault'] as const;
const always = ['coinsIn', 'cashCoins', 'onlineCoins', 'plays', 'prizesOut'] as const;
/** Only where such machines stand. */
const byType = { coinsOut: 'exchange', sold: 'vending' } as const;

/** /home: what today brought, and how many machines are on, off or in trouble. */
export default function HomeFigures() {
  const maySee = useCan(devicesContract.readFigures);
  return maySee ? <Figures /> : null;
}

function Figures() {
  const t = useText();
  const site = useCurrentSite();
  const input = site ? { fieldId: site.id } : {};
  const { data } = useCall(devicesContract.readFigures, input, { keepPrevious: true, refetchMs: everyMs });
  if (!data) return <Skeleton height={190} radius="md" />;
  if (data.states.all === 0) return null;
  const extra = (Object.keys(byType) as (keyof typeof byType)[]).filter((figure) =>
    data.types.some(({ type }) => type === byType[figure]),
  );
  return (
    <Stack gap="sm" component="section" aria-label={t('devices:figures.title')}>
      <div className={styles.figures}>
        {[...always, ...extra].map((figure) => (
          <div key={figure} className={styles.figure}>
            <Text size="sm" c="dimmed">
              {t(`devices:figures.${figure}`)}
            </Text>
            <span className={styles.figureValue}>{data.today[figure].toLocaleString()}</span>
          </div>
        ))}
      </div>
      <div className={styles.states}>
        {states.map((state) => (
          <Link
            key={state}
            to={`/equipmentList?state=${state}${site ? `&fieldId=${site.id}` : ''}`}
            className={styles.stateTile}
            data-state={state}
          >
            <Text size="sm" c="dimmed" component="span">
              {t(`devices:state.${state}`)}
            </Text>
            <span className={styles.figureValue}>{data.states[state]}</span>
          </Link>
        ))}
      </div>
    </Stack>
  );
}
