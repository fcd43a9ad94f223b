import { Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { sitesContract } from '#features/base/sites/contract.ts';
import { meaningOf } from '#kit/contract/meaning.ts';
import { ActionButtons } from '#kit/pages/action-controls.tsx';
import { useActions } from '#kit/pages/use-actions.ts';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { kindDefinitions } from '../contract/kinds.ts';
import { alertsContract, ruleRecord } from '../contract.ts';
import classes from './alert-rules.module.css';
import { type RuleSubject, ruleActions } from './rule-actions.tsx';
import { useDeviceTexts } from './use-device-texts.ts';

const enabled = meaningOf(ruleRecord.shape.enabled);
const everywhere = 'all';

/** What is watched and who is told: for all sites, or one site on its own. */
export default function AlertRules() {
  const [query, setQuery] = useSearchParams();
  const fieldId = query.get('fieldId') ?? undefined;
  useDeviceTexts();
  return (
    <Stack maw={860}>
      <SiteChoice value={fieldId} onChange={(id) => setQuery(id ? { fieldId: id } : {}, { replace: true })} />
      <Loaded call={[alertsContract.listRules, { fieldId }]} keepPrevious skeleton="list">
        {({ rules, roles }) => (
          <Paper withBorder component="ul" className={classes.rules}>
            {rules.map((rule) => (
              <RuleRow key={rule.kind} subject={{ rule, roles, fieldId }} />
            ))}
          </Paper>
        )}
      </Loaded>
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

function RuleRow({ subject }: { subject: RuleSubject }) {
  const t = useText();
  const { rule } = subject;
  const runner = useActions();
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
          <MeaningView meaning={enabled} row={rule} path="enabled" />
        </Group>
        <Hint>{t(`alerts:kind.${rule.kind}.hint`)}</Hint>
        <Text size="sm">
          {[limit, t(`alerts:told.${rule.told}`), t(`alerts:source.${rule.source}`)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" style={{ flex: 'none' }}>
        <ActionButtons actions={ruleActions} subject={subject} runner={runner} />
      </Group>
    </li>
  );
}
