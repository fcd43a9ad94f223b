import { formatDate } from '#kit/kernel/time.ts';
import { Button } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Page } from '#kit/player/page.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './coin-link.module.css';
import { CoinNotice, CoinPicture } from './coin-notice.tsx';
import { type Offer, useCoinLink } from './use-coin-link.ts';

/** The coins of a link: what they are for, the button, and what became of them. */
export function CoinOffer({ token }: { token: string }) {
  const t = useText();
  const { offer, failure, final, again, use, using, refusal } = useCoinLink(token);
  if (!offer && final)
    return <CoinNotice title={t('remotecredit:player.void')} hint={t('remotecredit:player.askStaff')} />;
  if (!offer && failure)
    return (
      <CoinNotice title={t('remotecredit:player.loadFailed')} hint={failure}>
        <Button onClick={() => void again()}>{t('remotecredit:player.retry')}</Button>
      </CoinNotice>
    );
  if (!offer)
    return (
      <Page>
        <Skeleton shape="picture" />
        <Skeleton />
      </Page>
    );
  const busy = using || offer.state === 'pending';
  return (
    <Page
      centred
      foot={
        (offer.state === 'open' || busy) && (
          <>
            <Button busy={busy} disabled={!offer.online} onClick={() => void use()}>
              {t(busy ? 'remotecredit:player.adding' : 'remotecredit:player.add')}
            </Button>
            {offer.state === 'open' && (
              <p className={classes.small}>
                {t('remotecredit:player.validUntil', {
                  time: formatDate(new Date(offer.expiresAt), 'Y-m-d H:M'),
                })}
              </p>
            )}
          </>
        )
      }
    >
      <CoinPicture moving={busy} />
      <h1 className={classes.title}>{t('remotecredit:player.title', { coins: offer.coins })}</h1>
      <Machine offer={offer} />
      <div className={classes.outcome} role="status">
        {!busy && <Outcome offer={offer} refusal={refusal} />}
      </div>
    </Page>
  );
}

function Machine({ offer }: { offer: Offer }) {
  const t = useText();
  return (
    <Card>
      <strong className={classes.number}>
        {t('remotecredit:player.machine', { number: offer.equipmentNo })}
      </strong>
      <span>{[offer.typeName, offer.equipmentName].filter(Boolean).join(' · ')}</span>
      <span className={classes.hint}>
        {[offer.merchantName, offer.fieldName].filter(Boolean).join(' · ')}
      </span>
    </Card>
  );
}

function Outcome({ offer, refusal }: { offer: Offer; refusal: string | undefined }) {
  const t = useText();
  const { counted, coins } = offer;
  switch (offer.state) {
    case 'open': {
      if (!offer.online) return <Notice tone="bad">{t('remotecredit:player.offline')}</Notice>;
      if (refusal) return <Notice tone="bad">{refusal}</Notice>;
      if (offer.lastFailed) return <Notice tone="bad">{t('remotecredit:player.lastFailed')}</Notice>;
      return <p className={classes.hint}>{t('remotecredit:player.hint')}</p>;
    }
    case 'done':
      return counted !== null && counted < coins ? (
        <Notice tone="warn">{t('remotecredit:player.partial', { counted, coins })}</Notice>
      ) : (
        <Notice tone="good">{t('remotecredit:player.done', { counted: counted ?? coins })}</Notice>
      );
    case 'unknown':
      return (
        <Notice tone="warn">
          <strong className={classes.strong}>{t('remotecredit:player.unknown')}</strong>
          {t('remotecredit:player.unknownHint')}
        </Notice>
      );
    case 'expired':
    case 'revoked':
      return (
        <Notice tone="bad">
          {t(`remotecredit:player.${offer.state}`)} {t('remotecredit:player.askStaff')}
        </Notice>
      );
    case 'pending':
      return null;
  }
}
