import { Text } from '@mantine/core';
import { meaningOf } from '#kit/contract/meaning.ts';
import { Hint, Money, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { type LineRecord, releaseState, shareReturnState } from '../contract/runs.ts';
import { wechatReasons } from '../contract/shared.ts';
import classes from './sharing.module.css';

/** WeChat's own code in words; what it says in its own words stays as it is. */
export function useWechatReason(): (reason: string) => string {
  const t = useText();
  return (reason) => {
    const known = wechatReasons.find((code) => code === reason);
    return known ? t(`sharing:wechatReason.${known}`) : reason;
  };
}

const releaseMeaning = meaningOf(releaseState());
const returnMeaning = meaningOf(shareReturnState());

function Reason({ reason }: { reason: string | null }) {
  const inWords = useWechatReason();
  if (!reason) return null;
  return <Hint size="xs">{inWords(reason)}</Hint>;
}

/** Why a share was not paid, and what WeChat said to it. */
export function LineReason({ line }: { line: LineRecord }) {
  const t = useText();
  if (!line.reason) return null;
  return (
    <>
      <Text size="sm">{t(`sharing:reason.${line.reason}`)}</Text>
      <Reason reason={line.reasonDetail} />
    </>
  );
}

/** What WeChat was asked about a share besides paying it: to release the rest, to take a part back. */
export function WechatFacts({ line }: { line: LineRecord }) {
  const t = useText();
  const { release, returns } = line;
  if (!release && returns.length === 0) return null;
  return (
    <ul className={classes.facts}>
      {release && (
        <li>
          <div className={classes.dayHead}>
            <Text size="sm">{t('sharing:release.title')}</Text>
            <MeaningView meaning={releaseMeaning} row={release} path="state" />
          </div>
          <Reason reason={release.reason} />
        </li>
      )}
      {returns.map((back) => (
        <li key={back.id}>
          <div className={classes.dayHead}>
            <Text size="sm" component="div">
              {t('sharing:shareReturn.title')} <Money fen={back.amountFen} />
            </Text>
            <MeaningView meaning={returnMeaning} row={back} path="state" />
          </div>
          <Text size="xs" c="dimmed" component="div">
            <Time value={back.createdAt} />
          </Text>
          <Reason reason={back.reason} />
        </li>
      ))}
    </ul>
  );
}
