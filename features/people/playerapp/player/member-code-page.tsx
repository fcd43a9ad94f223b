import counterAsks from 'virtual:slots/counterAsks';
import { useEffect, useState } from 'react';
import { purseChanged } from '#features/base/players/contract.ts';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Card, Facts } from '#kit/player/card.tsx';
import { playerClient } from '#kit/player/client.ts';
import { QrCode } from '#kit/player/code.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { failureMessage } from '#kit/ui/failure.ts';
import { useText } from '#kit/ui/i18n.ts';
import { playerAppContract } from '../contract.ts';
import { AppTabs } from './app-tabs.tsx';
import { ChargeCard } from './charge-card.tsx';
import { type HeldCode, heldCodes, shownCode } from './held-codes.ts';
import classes from './player-app.module.css';

const { readMemberCodes, readOwnMoney } = playerAppContract;

/** /program/membershipCode: a code that the shop scans to know whom it serves; another one every half minute. */
export default function MemberCodePage() {
  const t = useText();
  const title = t('playerapp:screen.memberCode');
  return (
    <OwnPage title={title} hint={t('playerapp:code.nobodyHint')} foot={<AppTabs />}>
      <ChargeCard />
      {counterAsks.map(({ feature, filling: Asks }) => (
        <Asks key={feature} />
      ))}
      <Code />
      <Owned />
    </OwnPage>
  );
}

const askEveryMs = 30_000;
const tickMs = 500;

function Code() {
  const t = useText();
  const [held, setHeld] = useState<readonly HeldCode[]>([]);
  const [failure, setFailure] = useState<string>();
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      try {
        const asked = performance.now();
        const { codes } = await playerClient.call(readMemberCodes, {});
        if (gone) return;
        setHeld(heldCodes(codes, asked));
        setFailure(undefined);
      } catch (error) {
        if (!gone) setFailure(failureMessage(error));
      }
    };
    const look = () => document.visibilityState === 'visible' && void ask();
    void ask();
    const asking = setInterval(look, askEveryMs);
    const ticking = setInterval(() => setNow(performance.now()), tickMs);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      gone = true;
      clearInterval(asking);
      clearInterval(ticking);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  }, []);
  const shown = shownCode(held, now);
  if (!shown) return failure ? <Notice tone="bad">{failure}</Notice> : <Skeleton shape="picture" />;
  return (
    <Card>
      <QrCode content={shown.code} label={t('playerapp:code.show')} />
      <p className={classes.countdown} aria-live="off">
        {t('playerapp:code.changes', { seconds: Math.max(1, Math.ceil((shown.endsAt - now) / 1000)) })}
      </p>
      {failure && <Notice tone="warn">{t('playerapp:code.offline')}</Notice>}
    </Card>
  );
}

function Owned() {
  const t = useText();
  const money = useAnswer(readOwnMoney, {});
  useLive(purseChanged, () => void money.again());
  return (
    <Answered answer={money} skeleton={<Skeleton />}>
      {(merchants) =>
        merchants.length === 0 ? (
          <Notice>{t('playerapp:me.noMoney')}</Notice>
        ) : (
          <Card heading={t('playerapp:code.mine')}>
            <Facts
              facts={merchants.map(({ merchantName, balanceFen, coins }) => ({
                name: merchantName,
                value: (
                  <>
                    <Money fen={balanceFen} /> · <Coins count={coins} />
                  </>
                ),
              }))}
            />
          </Card>
        )
      }
    </Answered>
  );
}
