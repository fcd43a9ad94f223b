import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { useSend } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { PreparedCode } from '../contract/verifications.ts';
import { groupBuysContract } from '../contract.ts';
import classes from './groupbuy.module.css';
import type { Redeemed } from './redeem-result.tsx';

interface RedeemProps {
  prepared: PreparedCode;
  shop: OutputOf<typeof groupBuysContract.readOwnShop>;
  onRedeemed: (redeemed: Redeemed) => void;
  onBack: () => void;
}

/** What the code is good for, and the one button. */
export function Redeem({ prepared, shop, onRedeemed, onBack }: RedeemProps) {
  const t = useText();
  const [uses, setUses] = useState(1);
  const { send, busy, refusal } = useSend(groupBuysContract.redeemOwnCode);
  const redeem = async () => {
    const answer = await send({ id: prepared.id, uses });
    if (answer) onRedeemed(answer);
  };
  return (
    <Card heading={prepared.title}>
      <p className={classes.worth}>{prepared.worthText}</p>
      <Facts
        facts={[
          { name: t('groupbuys:own.shop'), value: shop.fieldName },
          { name: t('groupbuys:own.paid'), value: `¥${formatFen(prepared.priceFen)}` },
          { name: t('groupbuys:own.usesLeft'), value: prepared.usesLeft },
        ]}
      />
      {prepared.mostAtOnce > 1 && (
        <div className={classes.uses}>
          <span>{t('groupbuys:own.howMany')}</span>
          <span className={classes.counter}>
            <button
              type="button"
              className={classes.step}
              disabled={uses <= 1}
              aria-label={t('groupbuys:own.fewer')}
              onClick={() => setUses(uses - 1)}
            >
              −
            </button>
            <output className={classes.count}>{uses}</output>
            <button
              type="button"
              className={classes.step}
              disabled={uses >= prepared.mostAtOnce}
              aria-label={t('groupbuys:own.more')}
              onClick={() => setUses(uses + 1)}
            >
              +
            </button>
          </span>
        </div>
      )}
      <p className={classes.hint}>{t('groupbuys:own.onceHint')}</p>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button busy={busy} onClick={() => void redeem()}>
        {t('groupbuys:own.redeem')}
      </Button>
      <Button kind="plain" disabled={busy} onClick={onBack}>
        {t('groupbuys:own.other')}
      </Button>
    </Card>
  );
}
