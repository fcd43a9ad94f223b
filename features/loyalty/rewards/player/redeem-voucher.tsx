import { useState } from 'react';
import { plainCode } from '#kit/kernel/typed-code.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { Blank } from '#kit/player/notice.tsx';
import { usePlace } from '#kit/player/place.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { CodeEntry, type Redeemed } from './code-entry.tsx';

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
  const [redeemed, setRedeemed] = useState<Redeemed>();
  return (
    <OwnPage title={t('rewards:screen.redeem')} hint={t('rewards:redeem.nobodyHint')} back="/program/my">
      {redeemed ? <Done redeemed={redeemed} /> : <CodeEntry scanned={scanned} onRedeemed={setRedeemed} />}
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
