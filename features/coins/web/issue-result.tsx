import { Loader, Text, Title } from '@mantine/core';
import { StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { IssueRecord } from '../contract/issue.ts';
import classes from './coins.module.css';
import { MachineName } from './machine.tsx';

type Outcome = IssueRecord['state'] | 'partial';

/** Fewer coins than asked for is neither done nor failed. */
export function outcomeOf({ state, coins, counted }: IssueRecord): Outcome {
  const ended = state === 'done' || state === 'failed';
  return ended && counted !== null && counted > 0 && counted < coins ? 'partial' : state;
}

const tones: Record<Outcome, Tone> = {
  pending: 'waiting',
  done: 'good',
  partial: 'waiting',
  failed: 'bad',
  unknown: 'waiting',
};

export function IssueBadge({ issue }: { issue: IssueRecord }) {
  const t = useText();
  const outcome = outcomeOf(issue);
  return <StatusBadge tone={tones[outcome]}>{t(`coins:issueState.${outcome}`)}</StatusBadge>;
}

/** Who got them: the member, or whoever stands at the machine. */
export function Receiver({ issue }: { issue: IssueRecord }) {
  if (issue.way === 'member') return issue.playerName;
  return <MachineName machine={issue} />;
}

export function IssueResult({ issue }: { issue: IssueRecord }) {
  const t = useText();
  const outcome = outcomeOf(issue);
  return (
    <div className={classes.result} role="status" data-outcome={outcome}>
      {outcome === 'pending' ? (
        <Loader size={40} />
      ) : (
        <Icon name={outcome === 'done' ? 'circle-check' : 'alert-triangle'} size={40} />
      )}
      <Title order={2} size="h3">
        {t(`coins:issueResult.${outcome}`, { coins: issue.coins, counted: issue.counted ?? 0 })}
      </Title>
      <Text size="sm">
        <Receiver issue={issue} /> · {issue.fieldName}
      </Text>
      {issue.reasonName && outcome !== 'done' && <Text size="sm">{issue.reasonName}</Text>}
    </div>
  );
}
