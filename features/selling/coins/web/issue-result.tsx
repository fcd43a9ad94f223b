import { Loader, Text } from '@mantine/core';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { IssueRecord } from '../contract/issue.ts';
import classes from './coins.module.css';

export function IssueResult({ issue }: { issue: IssueRecord }) {
  const t = useText();
  const { outcome } = issue;
  return (
    <div className={classes.result} role="status" data-outcome={outcome}>
      {outcome === 'pending' ? (
        <Loader size={40} />
      ) : (
        <Icon name={outcome === 'done' ? 'circle-check' : 'alert-triangle'} size={40} />
      )}
      <Heading size="h3">
        {t(`coins:issueResult.${outcome}`, { coins: issue.coins, counted: issue.counted ?? 0 })}
      </Heading>
      <Text size="sm">
        {issue.receiver} · {issue.fieldName}
      </Text>
      {issue.reasonName && outcome !== 'done' && <Text size="sm">{issue.reasonName}</Text>}
    </div>
  );
}
