import { Button, LinkButton } from '#kit/player/button.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { Offer, Offers } from '../contract.ts';
import { Amount, passOf, waysFor } from './offer-list.tsx';
import { shownFor, usePay, wantedOf } from './use-pay.ts';

/** One amount, one button: the usual way to pay; the others, and how the price comes about, are a tap away. */
export function PayBar(props: {
  equipmentId: string;
  offer: Offer;
  offers: Offers;
  /** free, connected and without a fault */
  ready: boolean;
  confirmPath: string;
}) {
  const { equipmentId, offer, offers, ready } = props;
  const t = useText();
  const { pay, busy, refusal } = usePay(equipmentId);
  const [usual] = waysFor(offer, offers);
  if (!ready) return null;
  if (!usual) return <Notice tone="warn">{t('play:buy.noWay')}</Notice>;
  return (
    <>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button busy={busy} onClick={() => void pay(wantedOf(offer), usual, shownFor(offer, usual))}>
        {passOf(offers, usual) ? (
          t(`play:buy.${usual}`, { count: offer.number ?? 1 })
        ) : (
          <>
            {t(`play:buy.${offer.kind}`)} <Amount offer={offer} way={usual} />
          </>
        )}
      </Button>
      <LinkButton kind="plain" to={props.confirmPath}>
        {t('play:buy.otherWays', { way: t(`play:payWay.${usual}`) })}
      </LinkButton>
    </>
  );
}
