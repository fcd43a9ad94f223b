import { Text } from '@mantine/core';
import { Money, StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { LineRecord } from '../contract/runs.ts';
import { wechatReasons } from '../contract/shared.ts';
import classes from './sharing.module.css';

/** WeChat's own code in words; what it says in words of its own stays as it is. */
export function useWechatReason(): (reason: string) => string {
  const t = useText();
  return (reason) => {
    const known = wechatReasons.find((code) => code === reason);
    return known ? t(`sharing:wechatReason.${known}`) : reason;
  };
}

const releaseTones: Record<NonNullable<LineRecord['release']>['state'], Tone> = {
  requested: 'waiting',
  sent: 'info',
  released: 'good',
  needless: 'quiet',
  lapsed: 'quiet',
};
const returnTones: Record<LineRecord['returns'][number]['state'], Tone> = {
  requested: 'waiting',
  sent: 'info',
  done: 'good',
  failed: 'bad',
};

function Reason({ reason }: { reason: string | null }) {
  const inWords = useWechatReason();
  if (!reason) return null;
  return (
    <Text size="xs" c="dimmed">
      {inWords(reason)}
    </Text>
  );
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
            <StatusBadge tone={releaseTones[release.state]}>
              {t(`sharing:release.${release.state}`)}
            </StatusBadge>
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
            <StatusBadge tone={returnTones[back.state]}>{t(`sharing:shareReturn.${back.state}`)}</StatusBadge>
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
