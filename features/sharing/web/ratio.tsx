import { Button, Paper, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { receiversContract } from '../contract/receivers.ts';
import { rulesContract } from '../contract/rules.ts';
import { Percent } from './display.tsx';
import { RuleEditor } from './rule-editor.tsx';
import classes from './sharing.module.css';
import { VersionHistory } from './version-history.tsx';

const { listRules, readRule } = rulesContract;

const choose = defineList({
  endpoint: listRules,
  rowId: (row) => row.fieldId,
  columns: [
    { key: 'fieldName', label: 'sharing:field.site', primary: true, sortable: true },
    {
      key: 'current',
      label: 'sharing:field.given',
      align: 'right',
      trailing: true,
      render: (row) => <Percent basisPoints={row.current?.sumBasisPoints ?? 0} />,
      noExport: true,
    },
  ],
  search: 'keyword',
  rowTo: (row) => `/division_ratio_manage?fieldId=${row.fieldId}`,
  empty: { title: 'sharing:ratio.noSites', hint: 'sharing:ratio.noSitesHint' },
  live: 'sharing.',
});

function SiteRule({ fieldId }: { fieldId: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(readRule, { fieldId });
  const people = useCall(receiversContract.listReceivers, { size: 100 });
  useLiveInvalidate('sharing.', readRule);
  if (!data || !people.data) {
    const failure = error ?? people.error;
    return failure ? <ErrorState error={failure} onRetry={() => void refetch()} /> : <FormSkeleton />;
  }
  if (people.data.total === 0)
    return (
      <EmptyState
        title={t('sharing:ratio.noPeople')}
        hint={t('sharing:ratio.noPeopleHint')}
        action={
          <Button component={Link} to="/division_personal_edit" variant="light">
            {t('sharing:people.add')}
          </Button>
        }
      />
    );
  return (
    <div className={classes.page}>
      <Paper withBorder p="md" component="section">
        <Stack gap={4}>
          <Text fw={700} size="lg">
            {data.fieldName}
          </Text>
          <Text size="sm" c="dimmed">
            {data.current && !data.current.ends
              ? t('sharing:ratio.holds', { number: data.current.number, from: data.current.effectiveFrom })
              : t('sharing:ratio.nothing')}
          </Text>
        </Stack>
      </Paper>
      <RuleEditor key={data.versions[0]?.id ?? ''} rule={data} people={people.data.records} />
      <VersionHistory rule={data} />
    </div>
  );
}

/** Which part of a site's income goes to whom. */
export default function SharingRatio() {
  const [query] = useSearchParams();
  const fieldId = query.get('fieldId');
  return fieldId ? <SiteRule key={fieldId} fieldId={fieldId} /> : <ListPage definition={choose} />;
}
