import { useState } from 'react';
import { AtShop } from '#features/people/playerapp/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { Blank } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { askAddress } from '#kit/player/who-plays.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { PreparedCode } from '../contract/verifications.ts';
import { groupBuysContract } from '../contract.ts';
import { redeemAddress } from './addresses.ts';
import { CodeForm } from './code-form.tsx';
import { OwnCodes } from './own-codes.tsx';
import { Redeem } from './redeem.tsx';
import { type Redeemed, RedeemResult } from './redeem-result.tsx';

const { readOwnShop } = groupBuysContract;

/** /program/groupBuy: a code of Douyin or Meituan, typed or scanned, becomes what it is good for at this shop. */
export default function RedeemPage() {
  const t = useText();
  return (
    <AtShop title={t('groupbuys:screen.own')} hint={t('groupbuys:own.whereHint')}>
      {(fieldId) => <AtOne key={fieldId} fieldId={fieldId} />}
    </AtShop>
  );
}

function AtOne({ fieldId }: { fieldId: string }) {
  const t = useText();
  const shop = useAnswer(readOwnShop, { fieldId });
  return (
    <Page bar={<Bar title={t('groupbuys:screen.own')} back="/program" />}>
      <Answered answer={shop} skeleton={<Skeleton count={2} />}>
        {(known) =>
          known.platforms.length === 0 ? (
            <Blank
              title={t('groupbuys:own.none')}
              hint={t('groupbuys:own.noneHint', { shop: known.fieldName })}
            />
          ) : (
            <ForKnown shop={known} />
          )
        }
      </Answered>
    </Page>
  );
}

function ForKnown({ shop }: { shop: OutputOf<typeof readOwnShop> }) {
  const t = useText();
  const player = usePlayer();
  if (player) return <Redeeming shop={shop} />;
  return (
    <Blank title={t('kit:player.nobody')} hint={t('groupbuys:own.nobodyHint')}>
      <LinkButton to={askAddress(redeemAddress(shop.fieldId))}>{t('kit:player.logIn')}</LinkButton>
    </Blank>
  );
}

function Redeeming({ shop }: { shop: OutputOf<typeof readOwnShop> }) {
  const scanned = useQuery().get('code') ?? '';
  const [prepared, setPrepared] = useState<PreparedCode>();
  const [redeemed, setRedeemed] = useState<Redeemed>();
  const begin = () => {
    setPrepared(undefined);
    setRedeemed(undefined);
  };
  if (redeemed) return <RedeemResult redeemed={redeemed} onNext={begin} />;
  if (prepared) return <Redeem prepared={prepared} shop={shop} onRedeemed={setRedeemed} onBack={begin} />;
  return (
    <>
      <CodeForm shop={shop} scanned={scanned} onPrepared={setPrepared} />
      <OwnCodes />
    </>
  );
}
