import { useState } from 'react';
import { useChosenShop } from '#features/people/playerapp/player/public.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { Held, HeldRow } from '#kit/player/held.tsx';
import { EndlessList, Row } from '#kit/player/list.tsx';
import { Badge, Blank } from '#kit/player/notice.tsx';
import { usePlace } from '#kit/player/place.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { Tabs } from '#kit/player/tabs.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { pointsContract, rankings, rankPeriods } from '../contract.ts';
import classes from './points.module.css';

const { listRanking, saveRankingChoice } = pointsContract;
type Period = (typeof rankPeriods)[number];
type Ranking = (typeof rankings)[number];

const best = 3;
const pieces = { tickets: 'ticket', points: 'point', plays: 'play', wins: 'prize' } as const;

/** /program/home/Lotteryticket: the best of a shop this week and this month. */
export default function RankingPage() {
  const t = useText();
  const { search } = usePlace();
  const chosen = useChosenShop();
  const fieldId = new URLSearchParams(search).get('fieldId') ?? chosen.now ?? chosen.before;
  return (
    <OwnPage title={t('points:screen.ranking')} hint={t('points:ranking.nobodyHint')} back="/program">
      {fieldId ? (
        <Tabs
          tabs={rankPeriods}
          name={(period) => t(`points:period.${period}`)}
          label={t('points:screen.ranking')}
        >
          {(period) => <AtShop key={period} fieldId={fieldId} period={period} />}
        </Tabs>
      ) : (
        <Blank title={t('points:ranking.noShop')} hint={t('points:ranking.noShopHint')}>
          <LinkButton to="/program/home/selectshop">{t('points:ranking.chooseShop')}</LinkButton>
        </Blank>
      )}
    </OwnPage>
  );
}

function AtShop({ fieldId, period }: { fieldId: string; period: Period }) {
  const t = useText();
  const [by, setBy] = useState<Ranking>('tickets');
  const answer = usePages(listRanking, { fieldId, period, by, size: 20 });
  return (
    <>
      <Own fieldId={fieldId} period={period} by={by} onChanged={() => void answer.again()} />
      <div className={classes.others}>
        {rankings
          .filter((other) => other !== by)
          .map((other) => (
            <Button key={other} kind="plain" onClick={() => setBy(other)}>
              {t(`points:ranking.switchTo.${other}`)}
            </Button>
          ))}
      </div>
      <EndlessList
        answer={answer}
        label={t(`points:ranking.${by}`)}
        rowKey={({ id }) => id}
        row={({ rank, name, amount, own }) => (
          <Row
            picture={
              <span className={classes.rank} data-best={rank <= best || undefined}>
                {rank}
              </span>
            }
            title={name}
            value={t(`kit:pieces.${pieces[by]}`, { count: amount })}
            state={own && <Badge tone="good">{t('points:ranking.you')}</Badge>}
          />
        )}
        empty={{ title: t('points:ranking.empty'), hint: t(`points:ranking.emptyHint.${by}`) }}
      />
    </>
  );
}

/** Where the player stands, and whether to be named at all. */
function Own(props: { fieldId: string; period: Period; by: Ranking; onChanged: () => void }) {
  const t = useText();
  const { fieldId, period, by } = props;
  const answer = useAnswer(listRanking, { fieldId, period, by, size: 1 });
  const { send, busy } = useSend(saveRankingChoice);
  const choose = async (hidden: boolean) => {
    if (!(await send({ hidden }))) return;
    await answer.again();
    props.onChanged();
  };
  return (
    <Answered answer={answer} skeleton={<Skeleton />}>
      {({ own: { rank, amount, hidden }, fieldName, from, to }) => (
        <Card heading={fieldName} aside={`${from} – ${to}`}>
          <HeldRow>
            <Held name={t('points:ranking.rank')} value={rank ?? '–'} />
            <Held name={t(`points:ranking.${by}`)} value={amount} />
          </HeldRow>
          <p className={classes.hint}>{t(hidden ? 'points:ranking.hidden' : 'points:ranking.shown')}</p>
          <Button kind="plain" busy={busy} onClick={() => void choose(!hidden)}>
            {t(hidden ? 'points:ranking.show' : 'points:ranking.hide')}
          </Button>
        </Card>
      )}
    </Answered>
  );
}
