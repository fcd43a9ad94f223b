import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { sitesContract } from '#features/sites/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { type AlertKind, kindDefinitions } from '../contract/kinds.ts';
import { alertsContract, type RuleRecord } from '../contract.ts';
import classes from './alert-rules.module.css';
import { RuleForm } from './rule-form.tsx';

const everywhere = 'all';

/** What is watched and who is told: for all sites, or one site on its own. */
export default function AlertRules() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const fieldId = query.get('fieldId') ?? undefined;
  const [edited, setEdited] = useState<AlertKind | undefined>();
  const { data, error, refetch } = useCall(alertsContract.listRules, { fieldId }, { keepPrevious: true });
  useLiveInvalidate('alert.rules', alertsContract.listRules);
  const rule = data?.rules.find(({ kind }) => kind === edited);
  return (
    <Stack maw={860}>
      <SiteChoice value={fieldId} onChange={(id) => setQuery(id ? { fieldId: id } : {}, { replace: true })} />
      {data ? (
        <Paper withBorder component="ul" className={classes.rules}>
          {data.rules.map((candidate) => (
            <RuleRow key={candidate.kind} rule={candidate} onEdit={() => setEdited(candidate.kind)} />
          ))}
        </Paper>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={8} height={72} />
      )}
      <Sheet
        opened={rule !== undefined}
        onClose={() => setEdited(undefined)}
        title={rule && t(`alerts:kindName.${rule.kind}`)}
      >
        {rule && data && (
          <RuleForm
            key={rule.kind}
            rule={rule}
            roles={data.roles}
            fieldId={fieldId}
            onDone={() => setEdited(undefined)}
          />
        )}
      </Sheet>
    </Stack>
  );
}

function SiteChoice({ value, onChange }: { value: string | undefined; onChange: (id?: string) => void }) {
  const t = useText();
  const { data } = useCall(sitesContract.listUserSites, {});
  return (
    <Select
      label={t('alerts:rules.place')}
      description={t('alerts:rules.hint')}
      value={value ?? everywhere}
      onChange={(chosen) => onChange(chosen === everywhere || !chosen ? undefined : chosen)}
      allowDeselect={false}
      data={[
        { value: everywhere, label: t('alerts:rules.allSites') },
        ...(data ?? []).map((site) => ({ value: site.id, label: site.name })),
      ]}
    />
  );
}

function RuleRow({ rule, onEdit }: { rule: RuleRecord; onEdit: () => void }) {
  const t = useText();
  const unit = kindDefinitions[rule.kind].threshold?.unit;
  const limit =
    unit && rule.threshold !== null
      ? t('alerts:rules.summary', { value: rule.threshold, unit: t(`alerts:unit.${unit}`) })
      : undefined;
  return (
    <li className={classes.rule}>
      <div className={classes.words}>
        <Group gap={8}>
          <Text fw={600}>{t(`alerts:kindName.${rule.kind}`)}</Text>
          <StatusBadge tone={rule.enabled ? 'good' : 'quiet'}>
            {t(rule.enabled ? 'alerts:rules.on' : 'alerts:rules.off')}
          </StatusBadge>
        </Group>
        <Text size="sm" c="dimmed">
          {t(`alerts:kind.${rule.kind}.hint`)}
        </Text>
        <Text size="sm">
          {[limit, t(`alerts:told.${rule.told}`), t(`alerts:source.${rule.source}`)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Button variant="light" mih={44} onClick={onEdit} style={{ flex: 'none' }}>
        {t('alerts:rules.edit')}
      </Button>
    </li>
  );
}
