import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { inGroups, plainCode } from '#kit/kernel/typed-code.ts';
import { useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { Field } from '#kit/player/field.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { usePlace } from '#kit/player/place.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { rewardsContract } from '../contract.ts';

type Redeemed = OutputOf<typeof rewardsContract.redeemVoucher>;

const codePattern = /^[0-9A-Z]{12}$/;

const leadsTo = {
  point: '/subIntegralStore/integral',
  ticket: '/program/playerTickets',
  coin: '/program/my',
  card: '/my_card',
} as const;

/** /point-voucher: what a voucher is good for, once. */
export default function RedeemVoucher() {
  const t = useText();
  const { search } = usePlace();
  const scanned = plainCode(new URLSearchParams(search).get('code') ?? '');
  const [typed, setTyped] = useState(inGroups(scanned));
  const [redeemed, setRedeemed] = useState<Redeemed>();
  const { send, busy, refusal } = useSend(rewardsContract.redeemVoucher);
  const code = plainCode(typed);
  const redeem = async () => {
    const answer = await send({ code });
    if (answer) setRedeemed(answer);
  };
  return (
    <OwnPage title={t('rewards:screen.redeem')} hint={t('rewards:redeem.nobodyHint')} back="/program/my">
      {redeemed ? (
        <Done redeemed={redeemed} />
      ) : (
        <Card>
          <Field
            label={t('rewards:redeem.code')}
            hint={t('rewards:redeem.codeHint')}
            value={typed}
            onChange={setTyped}
            maxLength={20}
          />
          {refusal && <Notice tone="bad">{refusal}</Notice>}
          <Button busy={busy} disabled={!codePattern.test(code)} onClick={() => void redeem()}>
            {t('rewards:redeem.redeem')}
          </Button>
        </Card>
      )}
    </OwnPage>
  );
}

function Done({ redeemed }: { redeemed: Redeemed }) {
  const t = useText();
  const { value, worthText, held, fieldName, merchantName } = redeemed;
  const shop = fieldName ?? merchantName;
  return (
    <Blank
      title={t('rewards:redeem.done', { worth: worthText })}
      hint={
        value === 'card' || held === null
          ? t('rewards:redeem.card', { shop })
          : t('rewards:redeem.held', { shop, amount: t(`kit:pieces.${value}`, { count: held }) })
      }
    >
      <LinkButton to={leadsTo[value]}>{t(`rewards:redeem.see.${value}`)}</LinkButton>
    </Blank>
  );
}
