import { Button, Group, Paper, Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { meaningOf } from '#kit/contract/meaning.ts';
import { useAct } from '#kit/ui/api.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { type RuleVersion, rulesContract } from '../contract/rules.ts';
import { versionState } from '../contract/shared.ts';
import classes from './sharing.module.css';

const { endRule, withdrawVersion } = rulesContract;

const stateMeaning = meaningOf(versionState());

function Version({ version }: { version: RuleVersion }) {
  const t = useText();
  const withdraw = useAct(withdrawVersion, { success: 'kit:action.done' });
  const parts = version.ratios.map(
    ({ receiverName, basisPoints }) => `${receiverName} ${percentText(basisPoints)}%`,
  );
  return (
    <li className={classes.day}>
      <div className={classes.dayHead}>
        <Text fw={600}>
          {t('sharing:history.version', { number: version.number })}{' '}
          <MeaningView meaning={stateMeaning} row={version} path="state" />
        </Text>
        <Hint>
          {version.effectiveTo
            ? t('sharing:history.fromTo', { from: version.effectiveFrom, to: version.effectiveTo })
            : t('sharing:history.from', { from: version.effectiveFrom })}
        </Hint>
      </div>
      <Text size="sm">{version.ends ? t('sharing:history.ends') : parts.join(' · ')}</Text>
      {version.costs.length > 0 && (
        <Hint>
          {t('sharing:history.costs', { names: version.costs.map(({ name }) => name).join(' · ') })}
        </Hint>
      )}
      {version.note && <Text size="sm">{version.note}</Text>}
      <Hint size="xs">{t('sharing:history.by', { name: version.createdByName })}</Hint>
      {version.state === 'planned' && (
        <Button
          variant="default"
          mt="xs"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate({ id: version.id })}
        >
          {t('sharing:history.withdraw')}
        </Button>
      )}
    </li>
  );
}

/** All versions a site ever had, and the way to stop sharing. */
export function VersionHistory({ rule }: { rule: OutputOf<typeof rulesContract.readRule> }) {
  const t = useText();
  const end = useAct(endRule, { success: 'sharing:history.ended' });
  if (rule.versions.length === 0) return null;
  const holds = rule.versions.some(({ state, ends }) => state === 'current' && !ends);
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Heading>{t('sharing:history.title')}</Heading>
        {holds && (
          <ConfirmButton
            variant="default"
            danger
            color="gray"
            title={t('sharing:history.endTitle')}
            body={t('sharing:history.endBody', { from: rule.earliestFrom })}
            onConfirm={() => end.mutate({ fieldId: rule.fieldId, effectiveFrom: rule.earliestFrom })}
          >
            {t('sharing:history.end')}
          </ConfirmButton>
        )}
      </Group>
      <ul className={classes.days}>
        {rule.versions.map((version) => (
          <Version key={version.id} version={version} />
        ))}
      </ul>
    </Paper>
  );
}
