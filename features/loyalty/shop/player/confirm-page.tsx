import { useState } from 'react';
import type { ChosenWay, GoodsPayWay } from '#features/loyalty/handover/contract.ts';
import { GoodsLines, PayChoice, Receive } from '#features/loyalty/handover/player/public.ts';
import { askPayPassword } from '#features/people/playerapp/player/public.ts';
import { followOrder, PriceLines } from '#features/selling/play/player/public.ts';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { ForPlayer } from '#kit/player/for-player.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { useWish } from '#kit/player/wish.ts';
import { useText } from '#kit/ui/i18n.ts';
import { shopContract } from '../contract.ts';
import { cartAddress, shelfAddress } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import classes from './shop.module.css';

const { readCheckout, orderGoods } = shopContract;
type Checkout = OutputOf<typeof readCheckout>;
type Wish = Omit<InputOf<typeof orderGoods>, 'requestId' | 'payWay'>;
type Direct = Pick<Wish, 'variantId' | 'pieces'>;

/** /program/goods/confirmOrder: where it goes, what it costs and how it is paid. */
export default function ConfirmPage() {
  const t = useText();
  const query = useQuery();
  const title = t('shop:screen.confirm');
  const variantId = query.get('variantId');
  const direct: Direct = variantId ? { variantId, pieces: Number(query.get('pieces') ?? 1) || 1 } : {};
  return (
    <AtShop title={title}>
      {(fieldId) => (
        <ForPlayer title={title} hint={t('shop:cart.nobodyHint')} back={shelfAddress(fieldId)}>
          {() => <Confirm fieldId={fieldId} direct={direct} />}
        </ForPlayer>
      )}
    </AtShop>
  );
}

function Confirm({ fieldId, direct }: { fieldId: string; direct: Direct }) {
  const t = useText();
  const checkout = useAnswer(readCheckout, { fieldId, ...direct });
  const { data } = checkout;
  const back = direct.variantId ? shelfAddress(fieldId) : cartAddress(fieldId);
  if (data && data.lines.length > 0)
    return <Ready fieldId={fieldId} direct={direct} checkout={data} back={back} reload={checkout.again} />;
  return (
    <Page bar={<Bar title={t('shop:screen.confirm')} back={back} />} centred={data !== undefined}>
      <Answered answer={checkout}>
        {() => (
          <Blank title={t('shop:cart.empty')} hint={t('shop:cart.emptyHint')}>
            <LinkButton to={shelfAddress(fieldId)}>{t('shop:cart.look')}</LinkButton>
          </Blank>
        )}
      </Answered>
    </Page>
  );
}

interface ReadyProps {
  fieldId: string;
  direct: Direct;
  checkout: Checkout;
  back: string;
  reload: () => Promise<void>;
}

function Ready({ fieldId, direct, checkout, back, reload }: ReadyProps) {
  const t = useText();
  const [how, setHow] = useState<ChosenWay>('pickup');
  const [wantedAddress, setAddress] = useState<string>();
  const [wantedWay, setWay] = useState<GoodsPayWay>();
  const { lines, totalFen, addresses, counter } = checkout;
  // the one used last comes first
  const address = addresses.find(({ id }) => id === wantedAddress) ?? addresses[0];
  const ways = checkout.payWays.filter((way) => way !== 'balance' || checkout.balanceFen >= totalFen);
  const way = ways.find((one) => one === wantedWay) ?? ways[0];
  const hasProblem = lines.some(({ problem }) => problem !== null);
  const wish: Wish | undefined =
    hasProblem || totalFen < 1 || (how === 'ship' && !address)
      ? undefined
      : {
          fieldId,
          ...direct,
          way: how,
          totalFen,
          ...(how === 'ship' && address && { addressId: address.id }),
        };
  return (
    <Page
      bar={<Bar title={t('shop:screen.confirm')} back={back} />}
      foot={
        checkout.open ? (
          <Pay wish={wish} way={way} totalFen={totalFen} reload={reload} />
        ) : (
          <Notice tone="warn">{t('handover:error.closed')}</Notice>
        )
      }
    >
      <Receive
        way={how}
        onWay={setHow}
        counter={[counter.name, counter.address].filter(Boolean).join(' · ')}
        pickupDays={checkout.pickupDays}
        shipping={checkout.shipping}
        addresses={{ addresses, chosen: address?.id, onChoose: setAddress, onChanged: reload }}
      />
      <Card heading={checkout.fieldName}>
        <GoodsLines lines={lines} />
      </Card>
      {hasProblem && <Notice tone="warn">{t('shop:cart.mend')}</Notice>}
      {totalFen > 0 && (
        <Card heading={t('shop:cart.price')}>
          <PriceLines lines={checkout.priceLines} name={checkout.fieldName} totalFen={totalFen} />
        </Card>
      )}
      <PayChoice ways={ways} chosen={way} balanceFen={checkout.balanceFen} onChoose={setWay} />
      <p className={classes.hint}>{t('handover:pay.kept')}</p>
    </Page>
  );
}

function Pay(props: {
  /** undefined: something is missing for an order */
  wish: Wish | undefined;
  way: GoodsPayWay | undefined;
  totalFen: number;
  reload: () => Promise<void>;
}) {
  const { wish, way, totalFen } = props;
  const t = useText();
  const { wish: order, busy, refusal } = useWish(orderGoods, { remedy: askPayPassword, onMade: followOrder });
  if (!way) return <Notice tone="warn">{t('handover:pay.noWay')}</Notice>;
  const pay = async () => {
    if (!wish) return;
    if (!(await order({ ...wish, payWay: way }))) await props.reload();
  };
  return (
    <>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button busy={busy} disabled={!wish} onClick={() => void pay()}>
        {t(`play:payWay.${way}`)} <Money fen={totalFen} />
      </Button>
    </>
  );
}
