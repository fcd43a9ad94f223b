import { useAnswer } from '#kit/player/answers.ts';
import { Card, Facts } from '#kit/player/card.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { ShownOdds } from '../contract/odds.ts';
import { type Machine, playContract } from '../contract.ts';
import classes from './machine.module.css';

const percent = (basisPoints: number) => `${Number((basisPoints / 100).toFixed(2))} %`;

/** What the machine is set to and how far it is, where the merchant shows it. */
export function OddsCard({ odds, type }: { odds: ShownOdds | null; type: Machine['type'] }) {
  const t = useText();
  if (!odds) return null;
  const { rateBasisPoints, guaranteeAfter, toGo } = odds;
  return (
    <Card heading={t('play:odds.title')}>
      <Facts
        facts={[
          ...(rateBasisPoints === null
            ? []
            : [{ name: t('play:odds.rate'), value: percent(rateBasisPoints) }]),
          ...(toGo === null
            ? []
            : [{ name: t('play:odds.toGo'), value: t('kit:pieces.play', { count: toGo }) }]),
        ]}
      />
      {guaranteeAfter !== null && (
        <p className={classes.hint}>
          {t(type === 'claw' ? 'play:odds.grip' : 'play:odds.win', { count: guaranteeAfter })}
        </p>
      )}
      <p className={classes.hint}>{t('play:odds.whose')}</p>
    </Card>
  );
}

const askEveryMs = 3000;

/** Won or not, as the machine tells it. */
export function PlayResult({ orderNumber }: { orderNumber: string }) {
  const t = useText();
  const { data } = useAnswer(
    playContract.readResult,
    { orderNumber },
    { everyMs: (result) => (result && !result.over ? askEveryMs : undefined) },
  );
  if (!data || (data.prizes === 0 && !data.over)) return null;
  return data.prizes > 0 ? (
    <Notice tone="good">
      <strong className={classes.state}>{t('play:result.won', { count: data.prizes })}</strong>
      {t('play:result.wonHint')}
    </Notice>
  ) : (
    <Notice>
      <strong className={classes.state}>{t('play:result.lost')}</strong>
      {t('play:result.lostHint')}
    </Notice>
  );
}
