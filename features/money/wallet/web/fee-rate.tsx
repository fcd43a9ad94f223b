import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Hint, Time } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan, useSession } from '#kit/ui/session.ts';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';
import { Percent } from './wallet-parts.tsx';

/** What the organisation pays on each pay way, since when, and who sets it. */
export default function FeeRate() {
  const t = useText();
  const maySet = useCan(walletContract.setRates);
  const isPlatform = useSession()?.realm === 'platform';
  const setting = maySet && (
    <Button component={Link} to="/exchangeRateSetting" variant="default">
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
    <Loaded call={[walletContract.readRates, {}]}>
      {({ rates, setter }) => (
        <div className={`${classes.column} ${classes.narrow}`}>
          <div className={classes.pair}>
            {rates.map(({ payWay, basisPoints, since }) => (
              <section key={payWay} className={classes.card}>
                <Hint>{t(`wallet:payWay.${payWay}`)}</Hint>
                <div className={classes.amount}>
                  <Percent basisPoints={basisPoints} />
                </div>
                <Hint>
                  {since ? (
                    <>
                      {t('wallet:rate.since')} <Time value={since} />
                    </>
                  ) : (
                    t('wallet:usual.yes')
                  )}
                </Hint>
              </section>
            ))}
          </div>
          <Hint>
            {setter ? t('wallet:rate.setBy', { name: setter }) : t('wallet:rate.setByPlatform')}{' '}
            {t('wallet:rate.free')}
          </Hint>
          {setting}
        </div>
      )}
    </Loaded>
  );
}
