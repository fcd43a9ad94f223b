import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Money } from '#kit/player/amount.tsx';
import { LinkButton } from '#kit/player/button.tsx';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { shopContract } from '../contract.ts';
import { cartAddress } from './addresses.ts';
import classes from './shop.module.css';

type Cart = OutputOf<typeof shopContract.readCart>;

/** Under the shelf: how much is in the cart, and what it comes to. */
export function CartBar({ fieldId, cart }: { fieldId: string; cart: Cart }) {
  const t = useText();
  return (
    <LinkButton to={cartAddress(fieldId)}>
      {t('shop:cart.linkWith', { pieces: cart.pieces })}
      {cart.totalFen > 0 && <Money fen={cart.totalFen} />}
    </LinkButton>
  );
}

/**
 * A cart with the number of pieces on it, beside what is done with a good. While something is being put in, it does not
 * lead there yet: the cart would be shown without it.
 */
export function CartSign(props: { fieldId: string; cart: Cart | undefined; busy: boolean }) {
  const t = useText();
  const pieces = props.cart?.pieces ?? 0;
  return (
    <AppLink
      to={cartAddress(props.fieldId)}
      className={classes.cartSign}
      aria-disabled={props.busy || undefined}
      onClick={(event) => props.busy && event.preventDefault()}
    >
      <span className={classes.unseen}>{t('shop:screen.cart')}</span>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 4h2.5l2 11h10l2-8H6.2M9 20h.01M16 20h.01" />
      </svg>
      {pieces > 0 && <span className={classes.cartCount}>{pieces}</span>}
    </AppLink>
  );
}
