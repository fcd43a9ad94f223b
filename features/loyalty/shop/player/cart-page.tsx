import { ownHandoverChanged } from '#features/loyalty/handover/contract.ts';
import { GoodsLines, Stepper } from '#features/loyalty/handover/player/public.ts';
import { PriceLines } from '#features/selling/play/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { ForPlayer } from '#kit/player/for-player.tsx';
import { useLive } from '#kit/player/live.ts';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { shopContract } from '../contract.ts';
import { lineName } from '../rules/cart-rules.ts';
import { confirmAddress, shelfAddress } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import classes from './shop.module.css';

type Cart = OutputOf<typeof shopContract.readCart>;

/** /program/goods/cart: what was put aside at a shop, and what it costs there now. */
export default function CartPage() {
  const t = useText();
  const title = t('shop:screen.cart');
  return (
    <AtShop title={title}>
      {(fieldId) => (
        <ForPlayer title={title} hint={t('shop:cart.nobodyHint')} back={shelfAddress(fieldId)}>
          {() => <OwnCart key={fieldId} fieldId={fieldId} />}
        </ForPlayer>
      )}
    </AtShop>
  );
}

function OwnCart({ fieldId }: { fieldId: string }) {
  const t = useText();
  const cart = useAnswer(shopContract.readCart, { fieldId });
  useLive(ownHandoverChanged, () => void cart.again());
  const { data } = cart;
  const isEmpty = data?.lines.length === 0;
  return (
    <Page
      bar={<Bar title={t('shop:screen.cart')} back={shelfAddress(fieldId)} />}
      foot={data && !isEmpty && <ToPay fieldId={fieldId} cart={data} />}
      centred={isEmpty}
    >
      <Answered answer={cart}>
        {(known) =>
          isEmpty ? (
            <Blank title={t('shop:cart.empty')} hint={t('shop:cart.emptyHint')}>
              <LinkButton to={shelfAddress(fieldId)}>{t('shop:cart.look')}</LinkButton>
            </Blank>
          ) : (
            <Lines fieldId={fieldId} cart={known} onChanged={cart.again} />
          )
        }
      </Answered>
    </Page>
  );
}

function Lines({
  fieldId,
  cart,
  onChanged,
}: {
  fieldId: string;
  cart: Cart;
  onChanged: () => Promise<void>;
}) {
  const t = useText();
  const { send, busy, refusal } = useSend(shopContract.setCartLine);
  const change = async (variantId: string, pieces: number) => {
    await send({ fieldId, variantId, pieces });
    await onChanged();
  };
  return (
    <>
      <Card heading={cart.fieldName}>
        <GoodsLines
          lines={cart.lines}
          corner={(line) => (
            <button
              type="button"
              className={classes.remove}
              aria-label={t('shop:cart.remove', { name: lineName(line) })}
              disabled={busy}
              onClick={() => void change(line.variantId, 0)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13" />
              </svg>
            </button>
          )}
          aside={(line) => (
            <Stepper
              name={lineName(line)}
              pieces={line.pieces}
              free={line.free}
              least={1}
              busy={busy}
              onChange={(pieces) => void change(line.variantId, pieces)}
            />
          )}
        />
      </Card>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      {cart.totalFen > 0 && (
        <Card heading={t('shop:cart.price')}>
          <PriceLines lines={cart.priceLines} name={cart.fieldName} totalFen={cart.totalFen} />
          <p className={classes.hint}>{t('shop:cart.priceHint')}</p>
        </Card>
      )}
    </>
  );
}

function ToPay({ fieldId, cart }: { fieldId: string; cart: Cart }) {
  const t = useText();
  const hasProblem = cart.lines.some(({ problem }) => problem !== null);
  if (!cart.open) return <Notice tone="warn">{t('handover:error.closed')}</Notice>;
  return (
    <>
      {hasProblem && <Notice tone="warn">{t('shop:cart.mend')}</Notice>}
      <Button disabled={hasProblem} onClick={() => navigation.go(confirmAddress(fieldId))}>
        {t('shop:cart.toPay', { pieces: cart.pieces })}
        {cart.totalFen > 0 && <Money fen={cart.totalFen} />}
      </Button>
    </>
  );
}
