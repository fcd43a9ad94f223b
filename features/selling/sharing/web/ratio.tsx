import { Button, Paper, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { type ReceiverRecord, receiversContract } from '../contract/receivers.ts';
import { rulesContract } from '../contract/rules.ts';
import { RuleEditor } from './rule-editor.tsx';
import classes from './sharing.module.css';
import { VersionHistory } from './version-history.tsx';

const { listRules, readRule } = rulesContract;

const choose = defineList({
  endpoint: listRules,
  rowId: (row) => row.fieldId,
  columns: ['fieldName', { key: 'sumBasisPoints', phone: 'amount' }, 'state'],
  search: 'keyword',
  rowTo: (row) => `/division_ratio_manage?fieldId=${row.fieldId}`,
  empty: { title: 'sharing:ratio.noSites', hint: 'sharing:ratio.noSitesHint' },
});

const SiteRule = ({ fieldId }: { fieldId: string }) => (
  <Loaded call={[readRule, { fieldId }]}>
    {(rule) => (
      <Loaded call={[receiversContract.listReceivers, { size: 100 }]}>
        {({ total, records }) => (total === 0 ? <NoPeople /> : <Rule rule={rule} people={records} />)}
      </Loaded>
    )}
  </Loaded>
);

function NoPeople() {
  const t = useText();
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
}

interface RuleProps {
  rule: OutputOf<typeof readRule>;
  people: readonly ReceiverRecord[];
}

function Rule({ rule, people }: RuleProps) {
  const t = useText();
  return (
    <div className={classes.rule}>
      <div className={classes.column}>
        <Paper withBorder p="md" component="section">
          <Stack gap={4}>
            <Text fw={700} size="lg">
              {rule.fieldName}
            </Text>
            <Hint>
              {rule.current && !rule.current.ends
                ? t('sharing:ratio.holds', { number: rule.current.number, from: rule.current.effectiveFrom })
                : t('sharing:ratio.nothing')}
            </Hint>
          </Stack>
        </Paper>
        <RuleEditor key={rule.versions[0]?.id ?? ''} rule={rule} people={people} />
      </div>
      <VersionHistory rule={rule} />
    </div>
  );
}

/** Which part of a site's income goes to whom. */
export default function SharingRatio() {
  const [query] = useSearchParams();
  const fieldId = query.get('fieldId');
  return fieldId ? <SiteRule key={fieldId} fieldId={fieldId} /> : <ListPage definition={choose} />;
}
