import { useState } from 'react';
import { Chips, Stepper } from '#features/loyalty/handover/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { askAddress } from '#kit/player/who-plays.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { toast } from '#kit/ui/toast.ts';
import { shopContract } from '../contract.ts';
import { confirmAddress, goodAddress, shelfAddress } from './addresses.ts';
import { AtShop } from './at-shop.tsx';
import { CartSign } from './cart-link.tsx';
import classes from './shop.module.css';

type Good = OutputOf<typeof shopContract.readShelfGood>;

/** /program/goods/goodsDetails: one thing, which one of it and how many. */
export default function GoodPage() {
  const t = useText();
  const goodId = useQuery().get('goodId') ?? '';
  return (
    <AtShop title={t('shop:screen.good')}>
      {(fieldId) => <OneGood key={goodId} fieldId={fieldId} goodId={goodId} />}
    </AtShop>
  );
}

function OneGood({ fieldId, goodId }: { fieldId: string; goodId: string }) {
  const t = useText();
  const good = useAnswer(shopContract.readShelfGood, { fieldId, goodId }, { enabled: goodId !== '' });
  if (good.data) return <Details fieldId={fieldId} good={good.data} onChanged={good.again} />;
  const gone = (
    <Blank title={t('shop:good.gone')} hint={t('shop:good.goneHint')}>
      <LinkButton to={shelfAddress(fieldId)}>{t('shop:good.toShelf')}</LinkButton>
    </Blank>
  );
  const isGone = good.final || goodId === '';
  return (
    <Page bar={<Bar title={t('shop:screen.good')} back={shelfAddress(fieldId)} />} centred={isGone}>
      {isGone ? gone : <Answered answer={good}>{() => null}</Answered>}
    </Page>
  );
}

function Details({
  fieldId,
  good,
  onChanged,
}: {
  fieldId: string;
  good: Good;
  onChanged: () => Promise<void>;
}) {
  const t = useText();
  const [wanted, setWanted] = useState<string>();
  const [pieces, setPieces] = useState(1);
  const variant =
    good.variants.find(({ variantId }) => variantId === wanted) ??
    good.variants.find(({ free }) => free > 0) ??
    good.variants[0];
  const free = variant?.free ?? 0;
  const [first = '', ...others] = good.pictures;
  return (
    <Page
      bar={<Bar title={t('shop:screen.good')} back={shelfAddress(fieldId)} />}
      foot={
        variant &&
        free > 0 &&
        good.open && (
          <Take
            fieldId={fieldId}
            goodId={good.goodId}
            variantId={variant.variantId}
            pieces={Math.min(pieces, free)}
            onRefused={onChanged}
          />
        )
      }
    >
      <Picture src={first} alt={good.name} shape="square" />
      <h2 className={classes.name}>{good.name}</h2>
      <div className={classes.lineFoot}>
        <Money fen={good.priceFen} big />
        <span className={classes.hint}>{t('shop:good.free', { pieces: Math.max(0, free) })}</span>
      </div>
      {!good.open && <Notice tone="warn">{t('handover:error.closed')}</Notice>}
      {free <= 0 && <Notice tone="warn">{t('shop:good.soldOut')}</Notice>}
      {good.variants.length > 1 && (
        <Chips
          label={t('shop:good.which')}
          shown
          chosen={variant?.variantId}
          onChoose={setWanted}
          chips={good.variants.map(({ variantId, name, free: left }) => ({
            key: variantId,
            name: left > 0 ? name : t('shop:good.chipOut', { name }),
            disabled: left <= 0,
          }))}
        />
      )}
      {free > 0 && (
        <Card>
          <div className={classes.lineFoot}>
            <span>{t('shop:good.pieces')}</span>
            <Stepper
              name={good.name}
              pieces={Math.min(pieces, free)}
              free={free}
              least={1}
              onChange={setPieces}
            />
          </div>
          {good.perPlayer !== null && (
            <p className={classes.hint}>{t('shop:good.perPlayer', { most: good.perPlayer })}</p>
          )}
          {good.perPlayerDay !== null && (
            <p className={classes.hint}>{t('shop:good.perPlayerDay', { most: good.perPlayerDay })}</p>
          )}
        </Card>
      )}
      {good.description && (
        <Card heading={t('shop:good.about')}>
          <p className={classes.hint}>{good.description}</p>
        </Card>
      )}
      {others.map((src) => (
        <Picture key={src} src={src} alt={good.name} />
      ))}
    </Page>
  );
}

function Take(props: {
  fieldId: string;
  goodId: string;
  variantId: string;
  pieces: number;
  onRefused: () => Promise<void>;
}) {
  const { fieldId, goodId, variantId, pieces } = props;
  const t = useText();
  const player = usePlayer();
  const { data: cart, again } = useAnswer(
    shopContract.readCart,
    { fieldId },
    { enabled: player !== undefined },
  );
  const { send, busy, refusal } = useSend(shopContract.setCartLine);
  if (!player)
    return <LinkButton to={askAddress(goodAddress(fieldId, goodId))}>{t('shop:good.logIn')}</LinkButton>;
  const add = async () => {
    const added = await send({ fieldId, variantId, pieces, how: 'add' });
    if (added) toast.success(t('shop:good.added', { pieces: added.inAll }));
    await (added ? again() : props.onRefused());
  };
  return (
    <>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <div className={classes.foot}>
        <CartSign fieldId={fieldId} cart={cart} busy={busy} />
        <Button kind="soft" busy={busy} onClick={() => void add()}>
          {t('shop:good.add')}
        </Button>
        <Button onClick={() => navigation.go(confirmAddress(fieldId, { variantId, pieces }))}>
          {t('shop:good.buyNow')}
        </Button>
      </div>
    </>
  );
}
