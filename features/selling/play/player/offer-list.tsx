import { formatDate } from '#kit/kernel/time.ts';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Card } from '#kit/player/card.tsx';
import { Choices } from '#kit/player/choices.tsx';
import { Badge, Notice } from '#kit/player/notice.tsx';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { Offer, Offers, OwnPayWay } from '../contract.ts';
import { progressPath } from './addresses.ts';
import classes from './machine.module.css';

/** What it costs, and struck out beside it what it would cost without the package or the level. */
export function Price({ amountFen, usualFen }: Pick<Offer, 'amountFen' | 'usualFen'>) {
  const t = useText();
  return (
    <>
      <Money fen={amountFen} />
      {usualFen > amountFen && (
        <s className={classes.usual}>
          <span className={classes.hidden}>{t('play:offer.usual')}</span>
          <Money fen={usualFen} />
        </s>
      )}
    </>
  );
}

function Note({ offer }: { offer: Offer }) {
  const t = useText();
  if (offer.refusal) return <>{offer.refusal}</>;
  return (
    <>
      {t(`play:offerKind.${offer.kind}`)}
      {offer.coins !== null && (
        <>
          {' · '}
          <Coins count={offer.coins} />
        </>
      )}
      {offer.points > 0 && ` · ${t('kit:pieces.point', { count: offer.points })}`}
      {offer.payCoins !== null && (
        <>
          {` · ${t('play:price.orCoins')} `}
          <Coins count={offer.payCoins} />
        </>
      )}
    </>
  );
}

/** What can be bought here; the first that can be had is chosen until somebody chooses. */
export function OfferList(props: {
  offers: readonly Offer[];
  chosen: Offer | undefined;
  onChoose: (id: string) => void;
}) {
  const t = useText();
  return (
    <Choices
      label={t('play:offer.choose')}
      chosen={props.chosen?.id}
      onChoose={props.onChoose}
      entries={props.offers.map((offer) => ({
        key: offer.id,
        title: (
          <>
            {offer.name}
            {offer.recommended && <Badge tone="good">{t('play:recommended.yes')}</Badge>}
          </>
        ),
        note: <Note offer={offer} />,
        value: <Price amountFen={offer.amountFen} usualFen={offer.usualFen} />,
        disabled: offer.refusal !== null,
      }))}
    />
  );
}

/** What the player was given and has at this site, and an order that is not over. */
export function Own({ purse, passes, openOrder }: Pick<Offers, 'purse' | 'passes' | 'openOrder'>) {
  const t = useText();
  return (
    <>
      {openOrder && (
        <Notice tone="warn">
          {t('play:open.hint')}{' '}
          <AppLink to={progressPath(openOrder)} className={classes.link}>
            {t('play:open.look')}
          </AppLink>
        </Notice>
      )}
      {passes.map(({ way, left, until }) => (
        <Notice key={way} tone="good">
          <strong className={classes.state}>{t(`play:pass.${way}`, { count: left })}</strong>
          {until && t(`play:passUntil.${way}`, { at: formatDate(new Date(until), 'Y-m-d H:M') })}
        </Notice>
      ))}
      {purse && (
        <Card heading={t('play:purse.title')}>
          <div className={classes.price}>
            <Money fen={purse.balanceFen} />
            <span className={classes.coins}>
              <Coins count={purse.coins} />
            </span>
          </div>
          <Elsewhere {...purse} />
          <Points {...purse} />
        </Card>
      )}
    </>
  );
}

/** Of what may be spent here: what stands at other shops. */
function Elsewhere({
  elsewhereFen,
  elsewhereCoins,
}: Pick<NonNullable<Offers['purse']>, 'elsewhereFen' | 'elsewhereCoins'>) {
  const t = useText();
  if (elsewhereFen === 0 && elsewhereCoins === 0) return null;
  return (
    <p className={classes.price}>
      {t('play:purse.elsewhere')} {elsewhereFen > 0 && <Money fen={elsewhereFen} />}{' '}
      {elsewhereCoins > 0 && <Coins count={elsewhereCoins} />}
    </p>
  );
}

/** Points, which pay for nothing here, and the store that takes them. */
function Points({ points, pointsStore }: Pick<NonNullable<Offers['purse']>, 'points' | 'pointsStore'>) {
  const t = useText();
  if (points === 0 && !pointsStore) return null;
  return (
    <p className={classes.price}>
      {t('kit:pieces.point', { count: points })}
      {pointsStore && (
        <a href={pointsStore} rel="noopener noreferrer" className={classes.link}>
          {t('play:purse.pointsStore')}
        </a>
      )}
    </p>
  );
}

/** How many plays of this kind are left. */
export const passOf = ({ passes }: Pick<Offers, 'passes'>, way: OwnPayWay) =>
  passes.find((pass) => pass.way === way);

/** What was given first, then the platform; coins only where the thing can be had for them, nothing that is too little. */
export function waysFor(offer: Offer, { payWays, purse, passes }: Offers): OwnPayWay[] {
  return payWays.filter((way) => {
    if (way === 'balance') return (purse?.balanceFen ?? 0) >= offer.amountFen;
    if (way === 'coin') return offer.payCoins !== null && (purse?.coins ?? 0) >= offer.payCoins;
    const pass = passOf({ passes }, way);
    return !pass || (offer.kind === 'play' && offer.number !== null && offer.number <= pass.left);
  });
}

/** What is paid this way. */
export function Amount({ offer, way }: { offer: Offer; way: OwnPayWay }) {
  const t = useText();
  if (way === 'freePlay' || way === 'card') return <>{t('kit:pieces.play', { count: offer.number ?? 1 })}</>;
  return way === 'coin' ? <Coins count={offer.payCoins ?? 0} /> : <Money fen={offer.amountFen} />;
}
