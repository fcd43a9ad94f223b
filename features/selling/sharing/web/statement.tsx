import { ActionIcon, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { DownloadButton } from '#kit/ui/download-button.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { fetchFile } from '#kit/ui/fetch-file.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { receiversContract } from '../contract/receivers.ts';
import { type Statement, statementsContract } from '../contract/statements.ts';
import { nextMonth } from '../rules/periods.ts';
import classes from './sharing.module.css';
import { StatementParts } from './statement-parts.tsx';

const { listOwnReceivers } = receiversContract;
const { printStatement, readStatement } = statementsContract;

const monthLength = 'yyyy-mm'.length;
const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, monthLength);
const monthAfter = (month: string) => nextMonth(month).slice(0, monthLength);

function PdfButton({ statement: { receiverId, receiverName, month } }: { statement: Statement }) {
  const t = useText();
  const address = `${printStatement.path}?${new URLSearchParams({ receiverId, month })}`;
  return (
    <DownloadButton
      name={`${t('sharing:statement.title', { name: receiverName, month })}.pdf`}
      file={() => fetchFile(address)}
    >
      {t('sharing:statement.pdf')}
    </DownloadButton>
  );
}

function MonthChoice({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const t = useText();
  const thisMonth = businessDay(new Date()).slice(0, monthLength);
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        aria-label={t('sharing:statement.before')}
        onClick={() => onChange(monthBefore(month))}
      >
        <Icon name="arrow-left" />
      </ActionIcon>
      <Text fw={600} miw={80} ta="center" className={classes.figures} aria-live="polite">
        {month}
      </Text>
      <ActionIcon
        variant="default"
        aria-label={t('sharing:statement.after')}
        disabled={month >= thisMonth}
        onClick={() => onChange(monthAfter(month))}
      >
        <Icon name="arrow-right" />
      </ActionIcon>
    </Group>
  );
}

function Shown({ statement }: { statement: Statement }) {
  const t = useText();
  return (
    <Stack gap="sm">
      <Paper withBorder p="md" component="section">
        <Group justify="space-between">
          <div>
            {statement.merchantLogo && <img src={statement.merchantLogo} alt="" className={classes.logo} />}
            <Heading size="h4">{statement.receiverName}</Heading>
            <Hint>
              {t(`sharing:kind.${statement.kind}`)} · {statement.merchantName} ·{' '}
              {t(`sharing:way.${statement.way}`)}
            </Hint>
          </div>
          <PdfButton statement={statement} />
        </Group>
      </Paper>
      <StatementParts statement={statement} />
    </Stack>
  );
}

const monthPattern = /^20\d{2}-(0[1-9]|1[0-2])$/;

function StatementOf({ receivers }: { receivers: OutputOf<typeof listOwnReceivers> }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('month') ?? '';
  const month = monthPattern.test(asked) ? asked : businessDay(new Date()).slice(0, monthLength);
  const receiverId = query.get('receiverId') ?? receivers[0]?.id;
  const show = (next: { receiverId?: string; month?: string }) =>
    setQuery({ receiverId: receiverId ?? '', month, ...next }, { replace: true });
  if (!receiverId)
    return <EmptyState title={t('sharing:statement.none')} hint={t('sharing:statement.noneHint')} />;
  return (
    <div className={classes.page}>
      <Group justify="space-between">
        <Select
          aria-label={t('sharing:field.receiverName')}
          searchable
          allowDeselect={false}
          data={receivers.map(({ id, name, merchantName }) => ({
            value: id,
            label: `${name} · ${merchantName}`,
          }))}
          value={receiverId}
          onChange={(next) => next && show({ receiverId: next })}
          className={classes.who}
        />
        <MonthChoice month={month} onChange={(next) => show({ month: next })} />
      </Group>
      <Loaded call={[readStatement, { receiverId, month }]} skeleton="list">
        {(statement) => <Shown statement={statement} />}
      </Loaded>
    </div>
  );
}

/** The month of a receiver. The address names both; without a receiver the first that may be read is shown. */
export default function ShareStatement() {
  return (
    <Loaded call={[listOwnReceivers, {}]} skeleton="list">
      {(receivers) => <StatementOf receivers={receivers} />}
    </Loaded>
  );
}
