import { formatDate } from '#kit/kernel/time.ts';
import { useText } from '#kit/ui/i18n.ts';
import classes from './coin-link.module.css';
import { CoinNotice, CoinPicture } from './coin-notice.tsx';
import { type Offer, useCoinLink } from './use-coin-link.ts';

/** The coins of a link: what they are for, the button, and what became of them. */
export function CoinOffer({ token }: { token: string }) {
  const t = useText();
  const { offer, failure, ask, use, using, refusal } = useCoinLink(token);
  if (!offer && failure?.final)
    return <CoinNotice title={t('remotecredit:player.void')} hint={t('remotecredit:player.askStaff')} />;
  if (!offer && failure)
    return (
      <CoinNotice
        title={t('remotecredit:player.loadFailed')}
        hint={failure.message}
        action={{ label: t('remotecredit:player.retry'), run: () => void ask() }}
      />
    );
  if (!offer) return <div className={classes.page} aria-busy="true" />;
  const busy = using || offer.state === 'pending';
  return (
    <div className={classes.page}>
      <CoinPicture moving={busy} />
      <h1 className={classes.title}>{t('remotecredit:player.title', { coins: offer.coins })}</h1>
      <Machine offer={offer} />
      <div className={classes.outcome} role="status">
        {!busy && <Outcome offer={offer} refusal={refusal} />}
      </div>
      {(offer.state === 'open' || busy) && (
        <button
          type="button"
          className={classes.button}
          disabled={busy || !offer.online}
          onClick={() => void use()}
        >
          {t(busy ? 'remotecredit:player.adding' : 'remotecredit:player.add')}
        </button>
      )}
      {offer.state === 'open' && (
        <p className={classes.small}>
          {t('remotecredit:player.validUntil', {
            time: formatDate(new Date(offer.expiresAt), 'Y-m-d H:M'),
          })}
        </p>
      )}
    </div>
  );
}

function Machine({ offer }: { offer: Offer }) {
  const t = useText();
  return (
    <section className={classes.card}>
      <strong className={classes.number}>
        {t('remotecredit:player.machine', { number: offer.equipmentNo })}
      </strong>
      <span>{[offer.typeName, offer.equipmentName].filter(Boolean).join(' · ')}</span>
      <span className={classes.hint}>
        {[offer.merchantName, offer.fieldName].filter(Boolean).join(' · ')}
      </span>
    </section>
  );
}

function Outcome({ offer, refusal }: { offer: Offer; refusal: string }) {
  const t = useText();
  const { counted, coins } = offer;
  switch (offer.state) {
    case 'open': {
      if (!offer.online) return <p className={classes.bad}>{t('remotecredit:player.offline')}</p>;
      if (refusal) return <p className={classes.bad}>{refusal}</p>;
      if (offer.lastFailed) return <p className={classes.bad}>{t('remotecredit:player.lastFailed')}</p>;
      return <p className={classes.hint}>{t('remotecredit:player.hint')}</p>;
    }
    case 'done':
      return counted !== null && counted < coins ? (
        <p className={classes.bad}>{t('remotecredit:player.partial', { counted, coins })}</p>
      ) : (
        <p className={classes.good}>{t('remotecredit:player.done', { counted: counted ?? coins })}</p>
      );
    case 'unknown':
      return (
        <>
          <p className={classes.bad}>{t('remotecredit:player.unknown')}</p>
          <p className={classes.hint}>{t('remotecredit:player.unknownHint')}</p>
        </>
      );
    case 'expired':
    case 'revoked':
      return (
        <p className={classes.bad}>
          {t(`remotecredit:player.${offer.state}`)} {t('remotecredit:player.askStaff')}
        </p>
      );
    case 'pending':
      return null;
  }
}
