import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { useCan, useSession } from '#kit/ui/session.ts';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';
import { Percent } from './wallet-parts.tsx';

/** What the organisation pays on each pay way, since when, and who sets it. */
export default function FeeRate() {
  const t = useText();
  const { data, error, refetch } = useCall(walletContract.readRates, {});
  useLiveInvalidate('wallet.rates', walletContract.readRates);
  const maySet = useCan(walletContract.setRates);
  const isPlatform = useSession()?.realm === 'platform';
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  const setting = maySet && (
    <Button component={Link} to="/exchangeRateSetting" variant="default" mih={44}>
      {t('wallet:screen.rateSetting')}
    </Button>
  );
  if (isPlatform)
    return (
      <EmptyState
        title={t('wallet:rate.platform')}
        hint={t('wallet:rate.platformHint')}
        action={setting || undefined}
      />
    );
  return (
    <div className={`${classes.column} ${classes.narrow}`}>
      <div className={classes.pair}>
        {data.rates.map(({ payWay, basisPoints, since }) => (
          <section key={payWay} className={classes.card}>
            <Text size="sm" c="dimmed">
              {t(`wallet:payWay.${payWay}`)}
            </Text>
            <div className={classes.amount}>
              <Percent basisPoints={basisPoints} />
            </div>
            <Text size="sm" c="dimmed">
              {since ? (
                <>
                  {t('wallet:rate.since')} <Time value={since} />
                </>
              ) : (
                t('wallet:rate.usual')
              )}
            </Text>
          </section>
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {data.setter ? t('wallet:rate.setBy', { name: data.setter }) : t('wallet:rate.setByPlatform')}{' '}
        {t('wallet:rate.free')}
      </Text>
      {setting}
    </div>
  );
}
